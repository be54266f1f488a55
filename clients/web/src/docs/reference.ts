// Draws the contract with Scalar, whose script is loaded first. Nothing can be sent from the page, nor a key typed
// into it: an API key has no place in a browser.
type Scalar = { createApiReference(place: string, configuration: object): unknown };

const { Scalar } = window as unknown as { Scalar: Scalar };

Scalar.createApiReference('#reference', {
  url: new URL('/v1/openapi.json', location.origin).href,
  theme: 'none',
  hideTestRequestButton: true,
  hideClientButton: true,
  // The examples of the contract itself are in three languages.
  hiddenClients: true,
  defaultOpenFirstTag: true,
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
});
