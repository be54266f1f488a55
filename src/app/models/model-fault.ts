/** A sentence for the operator: what went wrong with a model, and the mend. */
export class ModelFault extends Error {}
