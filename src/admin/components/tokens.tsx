import { Copy, Text } from "@medusajs/ui"
import type { Token } from "../server/answers"
import { useTexts } from "../texts/use-texts"

const SHOWN = 12

/** The chain of tokens, each shortened; the whole one can be copied. */
export function Tokens({ tokens }: { tokens: Token[] }) {
  const { t, moment } = useTexts()
  return (
    <ol className="flex flex-col gap-2" aria-label={t("file.tokens")}>
      {tokens.map(({ token, created_at }) => (
        <li key={token} className="flex items-center justify-between gap-2">
          <Text size="small" className="font-mono">
            {token.length > SHOWN ? `${token.slice(0, SHOWN)}…` : token}
          </Text>
          <span className="flex items-center gap-2">
            <Text size="xsmall" className="text-ui-fg-subtle">
              {moment(created_at)}
            </Text>
            <Copy content={token} aria-label={`${t("file.copy")} ${token}`} />
          </span>
        </li>
      ))}
    </ol>
  )
}
