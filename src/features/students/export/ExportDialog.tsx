import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { StudentConditions } from '../figures.ts'
import { parents } from '../parents/api.ts'
import { prospects } from '../prospects/api.ts'
import { filterWords } from '../rules.ts'
import type { Endpoint } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Segments } from '#ui/Segments.tsx'
import { useListFile } from '#web/use-download.ts'
import { studentExport } from './api.ts'
import { columnWords, ExportColumn } from './export-columns.ts'
import style from './Export.module.css'

/** Endpoint for the file of make-up credits. Its input is the same as for the file of parents. */
export type CreditsFile = Endpoint<(typeof parents.file)['input']>

type ExportDialogProps = {
  centerId: string
  filter: number
  find: string
  narrowing: StudentConditions
  creditsFile: CreditsFile
  onClose: () => void
}

/** Lists that can be exported, with their labels and a description of each file. */
const lists = {
  students: { label: 'Students', has: 'one row per student. You can import it again' },
  parents: { label: 'Parents', has: 'one row per parent and child, with the parent’s permissions' },
  credits: { label: 'Make-ups', has: 'one row per make-up credit' },
  prospects: {
    label: 'Prospects',
    has: 'one row per prospect, with their stage. Includes prospects enrolled or lost in the last 90 days',
  },
} as const
type List = keyof typeof lists

/**
 * Dialog that exports one of the `lists`, for the students who match the page's filter and search. For the
 * student list, the columns can be chosen.
 */
export function ExportDialog({ centerId, filter, find, narrowing, creditsFile, onClose }: ExportDialogProps) {
  const [list, setList] = useState<List>('students')
  const [columns, setColumns] = useState<readonly ExportColumn[]>(ExportColumn.options)
  const { busy, save } = useListFile()
  // Hide the other lists, which ignore filters and would include students who aren't on the page.
  const isNarrowed = Object.values(narrowing).some(Boolean)
  const input = { centerId, filter, search: find || undefined }
  const wanted = {
    students: () =>
      save({
        endpoint: studentExport.students,
        input: { ...input, ...narrowing, columns: columns.join() },
        file: 'students.csv',
      }),
    parents: () => save({ endpoint: parents.file, input, file: 'parents.csv' }),
    credits: () => save({ endpoint: creditsFile, input, file: 'credits.csv' }),
    prospects: () =>
      save({ endpoint: prospects.file, input: { centerId, search: input.search }, file: 'prospects.csv' }),
  }
  const saveList = async () => {
    if (await wanted[list]()) onClose()
  }
  const refusal = list === 'students' && columns.length === 0 ? t('Choose a column first.') : null
  return (
    <Dialog
      open
      title={t('Export students')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button reads kind="primary" busy={busy} reason={refusal} onClick={() => void saveList()}>
            {t('Save file')}
          </Button>
        </>
      }
    >
      {!isNarrowed && (
        <Segments
          label={t('What to export')}
          segments={offered(filter).map((value) => ({ value, label: t(lists[value].label) }))}
          value={list}
          onChange={setList}
        />
      )}
      <p className={style.about}>
        {t('{students}{found}{matching}, as a CSV file for a spreadsheet: {rows}.', {
          students: t(filterWords[filter === 1 ? 1 : filter === 2 ? 2 : 0]),
          found: find && t(' found for “{find}”', { find }),
          matching: isNarrowed ? t(' that match the filters') : '',
          rows: t(lists[list].has),
        })}
      </p>
      {list === 'students' && <Columns columns={columns} onChange={setColumns} />}
    </Dialog>
  )
}

/** Returns the lists offered for a filter. Prospects have stages instead of make-up credits. */
const offered = (filter: number): List[] => ['students', 'parents', filter === 1 ? 'prospects' : 'credits']

type ColumnsProps = { columns: readonly ExportColumn[]; onChange: (columns: readonly ExportColumn[]) => void }

function Columns({ columns, onChange }: ColumnsProps) {
  const choose = (column: ExportColumn, wanted: boolean) =>
    onChange(ExportColumn.options.filter((each) => (each === column ? wanted : columns.includes(each))))
  return (
    <fieldset className={`${style.columns} grid gap-0-3`}>
      <legend>{t('Columns')}</legend>
      {ExportColumn.options.map((column) => (
        <Checkbox
          key={column}
          label={t(columnWords[column])}
          checked={columns.includes(column)}
          onChange={({ currentTarget }) => choose(column, currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
