/** Renders the shop's message with its URLs as links, such as the page that explains a refusal. */
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
