const USUAL = 50;
const MOST = 200;

/** `pageSize` of the query, which is a positive whole number by the contract: 50 when absent, 200 at most. */
export function pageSizeOf(pageSize: string | undefined): number {
  return pageSize === undefined ? USUAL : Math.min(Number(pageSize), MOST);
}
