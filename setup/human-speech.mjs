// A human recording for tests (public-domain text), from the Python package that also contains the speech model.
export const MOONSHINE_WHEEL = 'moonshine-voice==0.1.0';
export const HUMAN_SPEECH = {
  member: 'moonshine_voice/assets/two_cities.wav',
  sha256: 'f3348494d77cb74a02862f5e685ed09faf3e75832c5cc5c80703282c2cd8b52e',
};
