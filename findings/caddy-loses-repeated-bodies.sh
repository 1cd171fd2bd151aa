#!/usr/bin/env bash
# Caddy 2.6.2 (Debian 12), reverse_proxy with lb_try_duration: a request whose connection is refused is repeated until the server
# listens, but only without a body. A POST request with one byte gets 502 at once. Caddy 2.11.2 keeps the body («prevent body close
# on dial-error retries»).
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
version=$(apt-cache madison caddy | awk '{ print $3 }' | grep -m 1 '^2\.6\.2-')
apt-get download "caddy=$version" >/dev/null 2>&1
dpkg-deb --extract caddy_*.deb .
cat >Caddyfile <<'CONF'
{
	admin off
	auto_https off
}
http://127.0.0.1:18820 {
	reverse_proxy 127.0.0.1:18821 {
		lb_try_duration 20s
	}
}
CONF
HOME=$folder usr/bin/caddy run --config Caddyfile --adapter caddyfile 2>/dev/null &
for _ in $(seq 50); do curl --silent --output /dev/null --max-time 1 http://127.0.0.1:18820/ && break; test $? = 28 && break; sleep 0.2; done
ask() { curl --silent --output /dev/null --write-out "$1 %{http_code}\n" "${@:2}" http://127.0.0.1:18820/; }
ask GET >get &
get=$!
ask 'POST without a body' --data '' >empty &
empty=$!
ask 'POST with a body' --data x >full &
full=$!
sleep 3
node --eval 'require("node:http").createServer((_, response) => response.end("ok")).listen(18821, "127.0.0.1")' &
wait "$get" "$empty" "$full"
diff <(cat get empty full) - <<'OUT'
GET 200
POST without a body 200
POST with a body 502
OUT
