import { Combobox } from "@medusajs/dashboard/components"
import { useComboboxData } from "@medusajs/dashboard/hooks"
import { useState } from "react"
import { QUERY_KEY } from "../queries/applications"
import {
  type Resource,
  type PickerPage,
  FETCHERS,
  type PickerQuery,
} from "../queries/picker-options"
import { useTexts } from "../texts/use-texts"

type PickerProps = {
  id: string
  hintId: string
  resource: Resource
  value: string[]
  onChange: (value: string[]) => void
  max?: number
  disabled?: boolean
}

export function Picker({
  id,
  hintId,
  resource,
  value,
  onChange,
  max = 500,
  disabled = false,
}: PickerProps) {
  const { t } = useTexts()
  // Loads the initial options by id; later ones come from the search.
  const [initialIds] = useState(value)
  const { options, searchValue, onSearchValueChange, fetchNextPage, isFetchingNextPage } =
    useComboboxData<PickerPage, PickerQuery>({
      queryKey: [QUERY_KEY, "choices", resource],
      queryFn: FETCHERS[resource],
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
    // Stops Medusa's combobox from opening on keyboard focus.
    onFocus: () => undefined,
    "aria-describedby": hintId,
  }
  return max === 1 ? (
    <Combobox
      {...comboboxProps}
      allowClear
      value={value[0] ?? ""}
      onChange={(selected) => onChange(selected ? [selected] : [])}
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
