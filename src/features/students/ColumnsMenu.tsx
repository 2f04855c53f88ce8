import { Checkbox, Popover } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ListColumn, listColumns } from './rules.ts'
import type { useColumns } from './use-columns.ts'

/** Menu for choosing the columns of the list. The choice is stored in this browser. */
export function ColumnsMenu({ columns, chosen, choose }: ReturnType<typeof useColumns>) {
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button kind="quiet" icon={<Columns3 aria-hidden />}>
          {t('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <div className="stack top">
          {ListColumn.options.map((column) => (
            <Checkbox
              key={column}
              label={t(listColumns[column])}
              checked={columns.includes(column)}
              onChange={({ currentTarget }) =>
                choose(
                  ListColumn.options.filter((each) =>
                    each === column ? currentTarget.checked : columns.includes(each),
                  ),
                )
              }
            />
          ))}
          <Button
            kind="quiet"
            reason={chosen ? null : t('These are the default columns.')}
            onClick={() => choose(null)}
          >
            {t('Reset to default')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
