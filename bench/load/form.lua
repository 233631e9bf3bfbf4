-- The same form again and again. Arguments: the form, and what goes into the Authorization header.
function init(args)
  wrk.method = "POST"
  wrk.body = args[1]
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  if args[2] then wrk.headers["Authorization"] = args[2] end
end
