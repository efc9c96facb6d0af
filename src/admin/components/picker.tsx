import { Combobox } from "@medusajs/dashboard/components"
import { useComboboxData } from "@medusajs/dashboard/hooks"
import { useState } from "react"
import { QUERY_KEY } from "../queries/applications"
import {
  type PickerResource,
  type PickerPage,
  LIST_RESOURCES,
  type PickerQuery,
} from "../queries/picker-options"
import { useTexts } from "../texts/use-texts"

type Props = {
  id: string
  hintId: string
  resource: PickerResource
  value: string[]
  onChange: (value: string[]) => void
  /** As many as may be picked. */
  max?: number
  disabled?: boolean
}

/** Picks things of the shop, by typing a part of their names. */
export function Picker({
  id,
  hintId,
  resource,
  value,
  onChange,
  max = 500,
  disabled = false,
}: Props) {
  const { t } = useTexts()
  // Earlier choices are read by id once; later ones are among the search results.
  const [initialIds] = useState(value)
  const { options, searchValue, onSearchValueChange, fetchNextPage, isFetchingNextPage } =
    useComboboxData<PickerPage, PickerQuery>({
      queryKey: [QUERY_KEY, "choices", resource],
      queryFn: LIST_RESOURCES[resource],
      getOptions: ({ choices }) => choices.map(({ id: value, name }) => ({ value, label: name })),
      ...(initialIds.length > 0 ? { defaultValue: initialIds } : {}),
    })
  const comboboxProps = {
    id,
    disabled,
    options,
    searchValue,
    onSearchValueChange,
    fetchNextPage: () => void fetchNextPage(),
    isFetchingNextPage,
    placeholder: t(`picker.${resource}`),
    // Medusa's opens its list over what comes next as soon as a tab reaches it; typing and pressing still do.
    onFocus: () => undefined,
    "aria-describedby": hintId,
  }
  return max === 1 ? (
    <Combobox
      {...comboboxProps}
      allowClear
      value={value[0] ?? ""}
      onChange={(one) => onChange(one ? [one] : [])}
    />
  ) : (
    <Combobox<string[]>
      {...comboboxProps}
      displayMode="chips"
      value={value}
      onChange={(picked) => onChange((picked ?? []).slice(-max))}
    />
  )
}
