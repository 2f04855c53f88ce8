import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { defaultsApi } from '#features/accounts/defaults/api.ts'
import { t } from '#shared/language.ts'
import type { Part } from '../fr.ts'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { OptionsList } from '../../../editing/answers/OptionsList.tsx'

type SelectPart = Extract<Part, { kind: 'select' }>

const mostOptions = 20

/**
 * Fields for the options of a drop-down part. A group of units or words can be added in one step (spec §9).
 */
export function SelectFields({ part, onChange }: { part: SelectPart; onChange: (part: Part) => void }) {
  const { data } = useQuery({ ...read(defaultsApi.list, { name: 'frAnsOpts' }), staleTime: Infinity })
  const groups = (data?.data ?? []) as { name: string; options: string[] }[]
  const take = (options: string[]) => {
    const right = part.options[part.correct]?.trim() ?? ''
    onChange({
      ...part,
      options: options.slice(0, mostOptions),
      correct: Math.max(0, options.indexOf(right)),
    })
  }
  return (
    <OptionsList
      list="options"
      each="Option"
      options={part.options}
      right={[part.correct]}
      most={mostOptions}
      maxLength={200}
      onChange={(options, [correct = 0]) => onChange({ ...part, options, correct })}
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
