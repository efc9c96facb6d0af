/** Relations come as null, and hold nulls, where `query.graph` found nothing. */
export function compact<Row>(rows: readonly (Row | null | undefined)[] | null | undefined): Row[] {
  return (rows ?? []).filter((row): row is Row => row !== null && row !== undefined)
}
