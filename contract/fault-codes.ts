/** The codes in `errors[]`, an open set, and what each means: `detail` says more. */
export const faultCodes = {
  required: 'It is missing.',
  type: 'It has another JSON type.',
  length: 'The text is too short or too long.',
  blank: 'The text has no visible character.',
  control_character: 'The text has a control character or a line separator.',
  invalid_unicode: 'The text has a lone surrogate.',
  format: 'The Idempotency-Key is not 1 to 255 printable ASCII characters.',
  value: 'It is not one of the allowed values, or a list has too few, too many or equal items.',
  range: 'The number is too small or too large.',
  out_of_range: 'The option goes beyond a setting of the operator.',
  unknown_field: 'The object has no such field.',
  name: 'A key of the metadata has a character that is not allowed, or is too long.',
  date_time_format: 'It is not an RFC 3339 date-time with seconds and an offset or Z.',
  date_time_value: 'The date or the time does not exist.',
  leap_second: 'Leap seconds are not accepted.',
  schedule_order: 'endAt is not after startAt.',
  schedule_span: 'endAt is more than 7 days after startAt.',
  schedule_range: 'It is before the year 2000 or more than ten years ahead.',
  expiry_range: 'The link would expire in the past, or later than without this option.',
  unknown_timezone: 'It is not an IANA time zone name.',
  unknown_language: 'It is not a BCP 47 language tag.',
  webhook_url: 'Webhooks may not be sent to this URL.',
  unknown_parameter: 'The operation has no such query parameter.',
  repeated: 'The query parameter may be given only once.',
} as const;

export type FaultCode = keyof typeof faultCodes;
