#!/usr/bin/env bash
# yaml 2.8.1 and js-yaml 4.1.0, both for YAML 1.2: yaml writes some strings without quotation marks that js-yaml reads as
# numbers, because js-yaml keeps underscores and binary numbers of YAML 1.1. A Clash configuration that yaml writes gets
# another password in js-yaml. The way back is safe, because js-yaml quotes these strings.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . yaml@2.8.1 js-yaml@4.1.0 >/dev/null
diff <(node -e '
  const yaml = require("yaml");
  const jsYaml = require("js-yaml");
  for (const password of ["20_26", "0b11", "1_000.5", "12e03", "0123"]) {
    const written = yaml.stringify({ password }).trim();
    const back = yaml.parse(jsYaml.dump({ password })).password === password;
    console.log(written, JSON.stringify(jsYaml.load(written).password), back);
  }') - <<'OUT'
password: 20_26 2026 true
password: 0b11 3 true
password: 1_000.5 1000.5 true
password: "12e03" "12e03" true
password: "0123" "0123" true
OUT
