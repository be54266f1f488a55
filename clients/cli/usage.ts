/** The commands that talk to a service, with PARLEY_URL and PARLEY_API_KEY. */
export const clientUsage = `  meetings create --title T [--start-at S --end-at E --timezone Z] [--language CODE]
                  [--idempotency-key K]
  meetings list [--state STATE] [--created-after TIME] [--limit N]
  meetings show|end|cancel REF
  links create REF [--name N] [--expires-at TIME] [--max-uses N] [--idempotency-key K]
      prints the guest URL
  links list REF
  links revoke REF LINKREF
  transcript REF [--format json|vtt|srt|text] [--wait]
  summary REF [--wait]
      over HTTP, with PARLEY_URL (http://localhost:8080 unless set) and PARLEY_API_KEY; all take --json`;
