import { Combobox } from "@medusajs/dashboard/components"
import { useComboboxData } from "@medusajs/dashboard/hooks"
import { useState } from "react"
import { FINANCING } from "../queries/applications"
import { type Choices, type ChoicePage, LISTS, type ChoiceQuery } from "../queries/picker-options"
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

/** Picks things of the shop, by typing a part of their names. */
export function Picker({ id, hintId, what, ids, change, most = 500, disabled = false }: Props) {
  const { t } = useTexts()
  // Earlier choices are read by id once; later ones are among the search results.
  const [before] = useState(ids)
  const { options, searchValue, onSearchValueChange, fetchNextPage, isFetchingNextPage } =
    useComboboxData<ChoicePage, ChoiceQuery>({
      queryKey: [FINANCING, "choices", what],
      queryFn: LISTS[what],
      getOptions: ({ choices }) => choices.map(({ id: value, name }) => ({ value, label: name })),
      ...(before.length > 0 ? { defaultValue: before } : {}),
    })
  const shared = {
    id,
    disabled,
    options,
    searchValue,
    onSearchValueChange,
    fetchNextPage: () => void fetchNextPage(),
    isFetchingNextPage,
    placeholder: t(`picker.${what}`),
    // Medusa's opens its list over what comes next as soon as a tab reaches it; typing and pressing still do.
    onFocus: () => undefined,
    "aria-describedby": hintId,
  }
  return most === 1 ? (
    <Combobox
      {...shared}
      allowClear
      value={ids[0] ?? ""}
      onChange={(one) => change(one ? [one] : [])}
    />
  ) : (
    <Combobox<string[]>
      {...shared}
      displayMode="chips"
      value={ids}
      onChange={(picked) => change((picked ?? []).slice(-most))}
    />
  )
}
