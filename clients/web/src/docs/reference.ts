// Renders the contract with Scalar, whose script is loaded first. The page cannot send requests or take a key: an
// API key does not belong in a browser.
type Scalar = { createApiReference(place: string, configuration: object): unknown };

const { Scalar } = window as unknown as { Scalar: Scalar };

Scalar.createApiReference('#reference', {
  url: new URL('/v1/openapi.json', location.origin).href,
  theme: 'none',
  hideTestRequestButton: true,
  hideClientButton: true,
  // The contract has its own examples in three languages.
  hiddenClients: true,
  defaultOpenFirstTag: true,
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
});
