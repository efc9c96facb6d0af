/** Classes of your own for the pieces of a part, beside the kit's `cf-…`. */
export type ClassNames<Piece extends string> = {
  classNames?: Partial<Record<Piece | "root", string>>
}

/** Names a piece of a part: `cf-option`, `cf-option-title`, and what the storefront adds. */
export const namesOf =
  <Piece extends string>(part: string, { classNames }: ClassNames<Piece>) =>
  (piece?: Piece): string => {
    const own = classNames?.[piece ?? "root"]
    return `cf-${part}${piece ? `-${piece}` : ""}${own ? ` ${own}` : ""}`
  }
