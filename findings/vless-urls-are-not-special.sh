#!/usr/bin/env bash
# whatwg-url 14.2.0 (the URL Standard): a share link parses as a URL, but its scheme is not a special one. Its host keeps
# upper case and is no IPv4 address, so equal servers compare as different, and changing the scheme to https is ignored
# without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . whatwg-url@14.2.0 >/dev/null
diff <(node -e '
  const { URL } = require("whatwg-url");
  for (const server of ["NL.Example.com", "0300.0250.1"])
    console.log(new URL(`vless://id@${server}:8443`).hostname, new URL(`https://id@${server}:8443`).hostname);
  const link = new URL("vless://id@nl.example.com:8443");
  link.protocol = "https:";
  console.log(link.href, link.origin);') - <<'OUT'
NL.Example.com nl.example.com
0300.0250.1 192.168.0.1
vless://id@nl.example.com:8443 null
OUT
