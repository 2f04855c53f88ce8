import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { filterWords } from '#features/students/rules.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { fileAddress } from '#web/api.ts'
import { studentExport } from './api.ts'
import { columnWords, ExportColumn } from './rules.ts'
import style from './Export.module.css'

type ExportDialogProps = { centerId: string; filter: number; find: string; onClose: () => void }

/** Saves the students that the list shows as a file, with the columns that are wanted. */
export function ExportDialog({ centerId, filter, find, onClose }: ExportDialogProps) {
  const [columns, setColumns] = useState<readonly ExportColumn[]>(ExportColumn.options)
  const choose = (column: ExportColumn, wanted: boolean) =>
    setColumns(ExportColumn.options.filter((each) => (each === column ? wanted : columns.includes(each))))
  const save =
    columns.length === 0 ? (
      <Button kind="primary" reason="Choose a column first.">
        Save the file
      </Button>
    ) : (
      <a
        className={buttonClass({ kind: 'primary' })}
        href={fileAddress(studentExport.students, { centerId, filter, search: find || undefined, columns: columns.join() })}
        download
        onClick={onClose}
      >
        Save the file
      </a>
    )
  return (
    <Dialog
      open
      title="Export students"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {save}
        </>
      }
    >
      <p>
        {filterWords[filter === 1 ? 1 : filter === 2 ? 2 : 0]}
        {find && ` found by “${find}”`}, as a CSV file for a spreadsheet. It can be imported again.
      </p>
      <fieldset className={style.columns}>
        <legend>Columns</legend>
        {ExportColumn.options.map((column) => (
          <Checkbox
            key={column}
            label={columnWords[column]}
            checked={columns.includes(column)}
            onChange={({ currentTarget }) => choose(column, currentTarget.checked)}
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
