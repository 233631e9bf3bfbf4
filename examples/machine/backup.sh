#!/bin/sh
# Calls an API on its own behalf, without a user.
set -eu

ISSUER="${ISSUER:-http://127.0.0.1:4444}"
CLIENT_ID="${CLIENT_ID:-backup}"
API_URL="${API_URL:-http://127.0.0.1:5000/albums}"
AUDIENCE="${AUDIENCE:-https://api.photos.example}"
SCOPE="${SCOPE:-photos.read}"

# curl reads the secret and the token from its input, so that other users do not see them in the list of processes.
TOKEN=$(
  printf 'user = "%s:%s"\n' "$CLIENT_ID" "${CLIENT_SECRET:?Set it to the secret of the client.}" |
    curl --silent --show-error --fail --config - "$ISSUER/oauth2/token" \
      --data grant_type=client_credentials \
      --data-urlencode "scope=$SCOPE" --data-urlencode "audience=$AUDIENCE" |
    sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p'
)
printf 'header = "Authorization: Bearer %s"\n' "$TOKEN" |
  curl --silent --show-error --config - --output body.json --write-out '%{http_code} ' "$API_URL"
cat body.json
echo
