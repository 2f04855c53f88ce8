import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { defaultsApi } from '#features/accounts/defaults/api.ts'
import { t } from '#shared/language.ts'
import type { Part } from '../fr.ts'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { maxOptions, noneRight, withGroup } from '../../../editing/answers/answer-kinds.ts'
import type { ChangePart } from './PartFields.tsx'
import { OptionsList } from '../../../editing/answers/OptionsList.tsx'

type SelectPart = Extract<Part, { kind: 'select' }>

/**
 * Fields for the options of a drop-down part. A group of units or words can be added in one step (spec §9).
 */
export function SelectFields({ part, onChange }: { part: SelectPart; onChange: ChangePart }) {
  const { data } = useQuery({ ...read(defaultsApi.list, { name: 'frAnsOpts' }), staleTime: Infinity })
  const groups = (data?.data ?? []) as { name: string; options: string[] }[]
  const take = (group: string[]) => {
    const { order, ...next } = withGroup(part, group)
    onChange({ ...part, ...next }, order)
  }
  return (
    <OptionsList
      list="options"
      each="Option"
      options={part.options}
      right={[part.correct]}
      most={maxOptions}
      maxLength={200}
      onChange={(options, [correct = noneRight], order) => onChange({ ...part, options, correct }, order)}
    >
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button kind="quiet" icon={<ListPlus aria-hidden />}>
            {t('Add a group')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {groups.map(({ name, options }) => (
            <Menu.Item key={name} onClick={() => take(options)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </OptionsList>
  )
}
