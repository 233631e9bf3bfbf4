wrk.method = "POST"
wrk.body = "grant_type=client_credentials&scope=photos.read+photos.write"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.headers["Authorization"] = "Basic cGhvdG9zOnNlY3JldA=="
