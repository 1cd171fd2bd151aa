#!/usr/bin/env bash
# nginx 1.22.1 (Debian 12), HTTP/2: client_max_body_size also rejects the internal redirect to the page of `error_page 413`, so the
# built-in page is sent, unless the location of the error page has no limit. A variable in default_type is sent literally.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
version=$(apt-cache madison nginx | awk '{ print $3 }' | grep -m 1 '^1\.22\.1-')
apt-get download "nginx=$version" >/dev/null 2>&1
dpkg-deb --extract nginx_*.deb .
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout k.pem -out c.pem 2>/dev/null
cat >nginx.conf <<CONF
daemon off;
pid $folder/pid;
error_log $folder/error.log;
events {}
http {
  client_body_temp_path $folder/body; proxy_temp_path $folder/proxy; fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi; scgi_temp_path $folder/scgi;
  access_log off;
  ssl_certificate $folder/c.pem;
  ssl_certificate_key $folder/k.pem;
  client_max_body_size 1k;
  map \$uri \$kind { default text/plain; }
  server {
    listen 127.0.0.1:18810 ssl http2;
    error_page 413 /large;
    location = /large { internal; return 413 'our page'; }
    location / { return 200; }
    location = /typed { default_type \$kind; return 200 'typed'; }
  }
  server {
    listen 127.0.0.1:18811 ssl http2;
    error_page 413 /large;
    location = /large { internal; client_max_body_size 0; return 413 'our page'; }
    location / { return 200; }
  }
}
CONF
usr/sbin/nginx -p "$folder" -c "$folder/nginx.conf" 2>/dev/null &
sleep 2
head --bytes 1500000 /dev/zero >large
page() { curl --silent --insecure --http2 --data-binary @large "https://127.0.0.1:$1/" | grep --only-matching --max-count 1 -E 'our page|<title>[^<]*' || true; }
diff <(
  page 18810
  page 18811
  curl --silent --insecure --http2 --head https://127.0.0.1:18810/typed | grep -i '^content-type' | tr -d '\r'
) - <<'OUT'
<title>413 Request Entity Too Large
our page
content-type: $kind
OUT
