#!/bin/sh
# Creates vectors.json with openssl alone, so the tests don't compare the signature check with itself:
#   sh make.sh > vectors.json
set -eu

# The key's bytes are always in hexadecimal, whatever the encoding of the signing key.
vector() { # name, signing key as written, its encoding, its bytes, timestamp, body
	hash=$(printf '%s' "$6" | openssl dgst -sha256 -binary | openssl base64 -A)
	signature=$(printf '%s;%s' "$hash" "$5" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$4" -binary | openssl base64 -A)
	body=$(printf '%s' "$6" | openssl base64 -A)
	printf '\t{\n\t\t"name": "%s",\n\t\t"signingKey": "%s",\n\t\t"encoding": "%s",\n' "$1" "$2" "$3"
	printf '\t\t"bodyBase64": "%s",\n' "$body"
	printf '\t\t"contentSha256": "%s",\n\t\t"timestamp": "%s",\n\t\t"signature": "%s"\n\t}' "$hash" "$5" "$signature"
}

EXAMPLE='{"event":"webhook-example","data":{"userId":"00000000-0000-0000-0000-000000000000","scoreReports":[]}}'
SCORED='{"event":"user-assessment-scored","data":{"userId":"5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162","givenName":"Zoë 🎓","scoreReports":[{"userAssessmentId":"7d1e","score":7.5}]}}'

printf '[\n'
vector 'a key of plain letters' 'whsec-plain-letters-and-digits-42' utf8 \
	"$(printf '%s' 'whsec-plain-letters-and-digits-42' | od -An -v -tx1 | tr -d ' \n')" \
	'2026-11-21T04:14:00.1234567+00:00' "$SCORED"
printf ',\n'
vector 'a key with letters beyond ASCII' 'clé-Schlüssel-鍵' utf8 \
	"$(printf '%s' 'clé-Schlüssel-鍵' | od -An -v -tx1 | tr -d ' \n')" '2026-11-21T04:14:00Z' "$EXAMPLE"
printf ',\n'
vector 'a base64 key of 32 bytes' 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' base64 \
	000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f '1795234440' "$SCORED"
printf ',\n'
vector 'a base64 key used as text' 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' utf8 \
	"$(printf '%s' 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' | od -An -v -tx1 | tr -d ' \n')" '1795234440123' "$SCORED"
printf ',\n'
vector 'a hexadecimal key in capitals' 'F0E1D2C3B4A5968778695A4B3C2D1E0FF0E1D2C3B4A5968778695A4B3C2D1E0F' hex \
	f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3b4a5968778695a4b3c2d1e0f 'Sat, 21 Nov 2026 04:14:00 GMT' "$SCORED"
printf ',\n'
vector 'an empty body' 'f0e1d2c3b4a5968778695a4b3c2d1e0f' hex f0e1d2c3b4a5968778695a4b3c2d1e0f \
	'2026-11-20T23:44:00-04:30' ''
printf '\n]\n'
