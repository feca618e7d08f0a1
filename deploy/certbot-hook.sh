#!/bin/sh
# Run by certbot after each renewal, in sh: copies the certificate to where nginx reads it, and reloads nginx. A certificate that
# nginx would refuse does not replace the one in use.
set -eu
target=/etc/nginx/spillway
for name in fullchain privkey; do
  install -m 0600 "$RENEWED_LINEAGE/$name.pem" "$target/$name.pem.new"
  [ ! -e "$target/$name.pem" ] || cp -p "$target/$name.pem" "$target/$name.pem.old"
  mv "$target/$name.pem.new" "$target/$name.pem"
done
if ! nginx -t; then
  for name in fullchain privkey; do
    [ ! -e "$target/$name.pem.old" ] || mv "$target/$name.pem.old" "$target/$name.pem"
  done
  echo "nginx refuses the certificate in $RENEWED_LINEAGE; the one before stays in use." >&2
  exit 1
fi
systemctl reload nginx
