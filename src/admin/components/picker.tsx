import { XMarkMini } from "@medusajs/icons"
import { Badge, IconButton, Input, Text } from "@medusajs/ui"
import { useState } from "react"
import { type Choices, useChosen, useFound } from "../server/choices"
import { useTexts } from "../texts/use-texts"

type Props = {
  id: string
  hintId: string
  what: Choices
  ids: string[]
  change: (ids: string[]) => void
  /** As many as may be picked. */
  most?: number
  disabled?: boolean
}

/** Picks things of the shop: what is picked stands above, and typing searches for more. */
export function Picker({ id, hintId, what, ids, change, most = 500, disabled = false }: Props) {
  const { t } = useTexts()
  const [typed, setTyped] = useState("")
  const chosen = useChosen(what, ids)
  const { data: found } = useFound(what, typed)
  const offered = (found ?? []).filter((one) => !ids.includes(one.id))
  const isOpen = typed.trim() !== "" && found !== undefined

  const pick = (one: string): void => {
    change([...ids, one].slice(-most))
    setTyped("")
  }

  return (
    <div className="flex flex-col gap-2">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {chosen.map(({ id: one, name }) => (
            <li key={one}>
              <Badge size="2xsmall" className="flex items-center gap-1">
                {name}
                <IconButton
                  type="button"
                  size="2xsmall"
                  variant="transparent"
                  disabled={disabled}
                  aria-label={`${t("picker.remove")} ${name}`}
                  onClick={() => change(ids.filter((other) => other !== one))}
                >
                  <XMarkMini />
                </IconButton>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <Input
        id={id}
        role="searchbox"
        aria-describedby={hintId}
        autoComplete="off"
        disabled={disabled}
        placeholder={t(`picker.${what}`)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isOpen && (
        <ul
          aria-label={t("picker.found")}
          className="shadow-elevation-flyout max-h-48 overflow-y-auto rounded-md p-1"
        >
          {offered.map(({ id: one, name }) => (
            <li key={one}>
              <button
                type="button"
                className="txt-compact-small hover:bg-ui-bg-base-hover w-full rounded px-2 py-1.5 text-left"
                onClick={() => pick(one)}
              >
                {name}
              </button>
            </li>
          ))}
          {offered.length === 0 && (
            <li>
              <Text size="small" className="text-ui-fg-subtle px-2 py-1.5">
                {t("picker.nothing")}
              </Text>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
