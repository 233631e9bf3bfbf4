#!/bin/sh
# Creates the secrets of compose.yml in .env beside it, readable only by you. Idempotent.
set -eu
cd "$(dirname "$0")"
[ -e .env ] && echo "There is an .env already; it was left as it is." && exit 0

key="lk_key_$(openssl rand -hex 32)"
hash=$(printf %s "$key" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')

umask 077
cat >.env <<END
POSTGRES_PASSWORD=$(openssl rand -hex 24)
SECRETS_SYSTEM=$(openssl rand -hex 32)
# The API key of the login app, and its hash for the settings.
LATCHKEY_API_KEY=$key
SERVE_ADMIN_API_KEYS=read+write:$hash
END
echo "The secrets are in $(pwd)/.env. Keep a copy of SECRETS_SYSTEM elsewhere: backups cannot be opened without it."
