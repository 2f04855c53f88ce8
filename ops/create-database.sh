#!/bin/sh
# Creates the roles and the database of docs/operating.md, "A PostgreSQL of your own", when the database container starts for the first time.
set -eu
psql --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set requests="$REQUESTS_PASSWORD" \
  --username "${POSTGRES_USER:-postgres}" --dbname "${POSTGRES_DB:-postgres}" <<'SQL'
create role blended_learning login createdb password :'owner';
create role blended_requests login password :'requests';
grant blended_requests to blended_learning;
create database blended_learning owner blended_learning encoding 'UTF8' template template0;
SQL
