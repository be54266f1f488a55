/** A sentence for the operator: what went wrong with a model, and the fix. */
export class ModelFault extends Error {}
