/** Renders the shop's message with its URLs as links, such as the page that explains a refusal. */
export const renderLinks = (sentence: string | null) =>
  sentence?.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    )
  )
