/** A sentence of the shop's; an address in it, such as the page that explains a refusal, can be followed. */
export const linked = (sentence: string | null) =>
  sentence?.split(/(https?:\/\/\S+)/).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <a key={at} href={piece} target="_blank" rel="noreferrer">
        {piece}
      </a>
    )
  )
