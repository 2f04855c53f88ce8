import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useStudentChange } from '../use-student-change.ts'
import { readCsv } from '#shared/csv.ts'
import { counted } from '#shared/text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read, useSend } from '#web/api.ts'
import { startAtHeading } from '#web/heading.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { isChecking, isRunning, useRuns } from '#web/use-runs.ts'
import { type CheckedFile, type CheckedRow, type Import, studentImports } from './api.ts'
import { checkSteps } from './checking/checks.ts'
import { ColumnChoices } from './ColumnChoices.tsx'
import { fields, fieldWord, matchColumns, sampleFile } from './columns.ts'
import { DiscardFile } from './DiscardFile.tsx'
import { FileField } from './FileField.tsx'
import { ImportList } from './ImportList.tsx'
import { RowsTable } from './RowsTable.tsx'
import { standingOf } from './plan.ts'
import { type SelectedFile, showDryRun, useDryRun } from './use-dry-run.ts'
import { useKeptFile } from './use-kept-file.ts'
import style from './Import.module.css'

const page = getRouteApi('/staff/centers/$centerId/students/import')

/**
 * `/centers/{centerId}/students/import`: choose a file, map its columns, review and import its rows, or undo
 * an import.
 */
export function ImportPage() {
  const { centerId } = page.useParams()
  useTitle(t('Import students'))
  const list = (
    <Link
      to="/centers/$centerId/students"
      params={{ centerId }}
      className={buttonClass({ kind: 'secondary' })}
    >
      {t('Show the students')}
    </Link>
  )
  return (
    <div className="stack gap-4 wide shrinks">
      <PageHead title={t('Import students')} facts={centerId} actions={list} />
      <Imports key={centerId} centerId={centerId} />
    </div>
  )
}

function Imports({ centerId }: { centerId: string }) {
  const runs = useRuns(studentImports.list, { centerId }, useStudentChange())
  const dryRun = runs.find((each) => each.dryRun) ?? null
  const [file, setFile] = useState<SelectedFile | null>(null)
  const before = useKeptFile(centerId, file ? null : (dryRun?._id ?? null))
  // A file checked before the page was loaded is treated as if it had just been chosen.
  if (!file && before.kept) setFile(before.kept)
  const drop = () => {
    setFile(null)
    // The pressed button has disappeared, so the focus moves to the heading.
    setTimeout(startAtHeading)
  }
  return (
    <>
      {!runs.some(isRunning) && (
        <FileField
          label={t('File with students')}
          sample={{ csv: sampleFile(), name: 'students-sample.csv' }}
          chosen={file?.from ?? null}
          onChoose={setFile}
        >
          <p>
            {t(
              'Use a CSV file with column names in its first row, then one student per row with up to three parents. A file exported here can be imported again. Empty cells change nothing.',
            )}
          </p>
        </FileField>
      )}
      {before.error && (
        <ErrorState
          title={t('The last file you checked couldn’t be loaded.')}
          message={sentenceFor(before.error)}
          busy={before.busy}
          onRetry={before.again}
        />
      )}
      {!file && before.busy && (
        <Skeleton label={t('Loading the file you checked last')} lines={6} height="2.5rem" />
      )}
      {file && <ChosenFile key={file.id} centerId={centerId} file={file} dryRun={dryRun} onDrop={drop} />}
      <ImportList centerId={centerId} imports={runs.filter((each) => !each.dryRun)} />
    </>
  )
}

const samples = 3

type ChosenFileProps = { centerId: string; file: SelectedFile; dryRun: Import | null; onDrop: () => void }

function ChosenFile({ centerId, file, dryRun, onDrop }: ChosenFileProps) {
  const [head = [], ...rows] = useMemo(
    () =>
      readCsv(file.csv)
        .rows.slice(0, samples + 1)
        .map(({ cells }) => cells),
    [file],
  )
  const run = useDryRun({ centerId, file, matched: matchColumns(head) })
  const discard = (label: string) =>
    dryRun && <DiscardFile centerId={centerId} label={label} onDiscarded={onDrop} />
  if (run.error && !run.rows)
    return (
      <>
        <ErrorState
          title={t('The file can’t be checked.')}
          message={sentenceFor(run.error)}
          busy={run.busy}
          onRetry={run.again}
        />
        <div className="row to-middle">{discard(t('Discard the file'))}</div>
      </>
    )
  return (
    <>
      {head.length > 0 && (
        <ColumnChoices
          head={head}
          samples={rows}
          fields={fields}
          wordOf={fieldWord}
          columns={run.columns}
          onChange={run.match}
        />
      )}
      {run.rows === null &&
        (dryRun && isChecking(dryRun) ? (
          <CheckProgress dryRun={dryRun} action={discard(t('Cancel'))} />
        ) : (
          <Skeleton label={t('Checking the rows')} lines={6} height="2.5rem" />
        ))}
      {run.errors.length > 0 && <FileErrors errors={run.errors} />}
      {run.rows && run.rows.length > 0 && (
        <>
          <RowsTable rows={run.rows} onDecide={run.decide} />
          <Commit
            centerId={centerId}
            file={file}
            run={run}
            rows={run.rows}
            onStarted={onDrop}
            discard={discard(t('Discard the file'))}
          />
        </>
      )}
      {run.rows?.length === 0 && <div className="row to-middle">{discard(t('Discard the file'))}</div>}
    </>
  )
}

function CheckProgress({ dryRun, action }: { dryRun: Import; action: ReactNode }) {
  return (
    <div className="stack top gap-2 wide" role="status">
      <ProgressBar
        label={t(checkSteps[dryRun.done] ?? 'Checking the rows')}
        done={dryRun.done}
        of={dryRun.total}
      />
      <span className="quiet">
        {t('This continues in the background. You can leave this page and come back.')}
      </span>
      {action}
    </div>
  )
}

const maxErrors = 50

function FileErrors({ errors }: Pick<CheckedFile, 'errors'>) {
  return (
    <section className={`${style.wrong} pad-3-4 rounded`} aria-labelledby="file-errors" role="alert">
      <h2 id="file-errors">{t('This file can’t be imported')}</h2>
      <ul>
        {errors.slice(0, maxErrors).map(({ line, column, message }, at) => (
          <li key={at}>
            {t('Line {line}', { line })}
            {column !== null && t(', column {column}', { column })} {translateSentence(message)}.
          </li>
        ))}
      </ul>
      {errors.length > maxErrors && (
        <p>{t('… and {errors} more.', { errors: counted(errors.length - maxErrors, 'error') })}</p>
      )}
    </section>
  )
}

/** Returns the reason why the rows can't be imported yet, or null. */
function reasonOf(rows: readonly CheckedRow[]) {
  const count = (kind: ReturnType<typeof standingOf>) => rows.filter((row) => standingOf(row) === kind).length
  const [wrong, open] = [count('error'), count('undecided')]
  if (wrong > 0)
    return wrong === 1
      ? t('1 row has errors. Fix the file, or skip the row.')
      : t('{rows} have errors. Fix the file, or skip the rows.', { rows: counted(wrong, 'row') })
  if (open > 0) return t('Choose what to do with {rows}.', { rows: counted(open, 'row') })
  return rows.every((row) => row.do === 'skip') ? t('There is nothing to import.') : null
}

type CommitProps = {
  centerId: string
  file: SelectedFile
  run: ReturnType<typeof useDryRun>
  rows: readonly CheckedRow[]
  onStarted: () => void
  discard: ReactNode
}

function Commit({ centerId, file, run, rows, onStarted, discard }: CommitProps) {
  const queries = useQueryClient()
  const start = useSend(studentImports.start, {
    onSuccess: ({ import: begun }) => {
      showDryRun(queries, centerId, null)
      queries.setQueryData<Import[]>(read(studentImports.list, { centerId }).queryKey, (before = []) => [
        begun,
        ...before,
      ])
      if (!isRunning(begun)) toast(t('{rows} imported.', { rows: counted(begun.total, 'row') }))
      onStarted()
    },
    // Someone else may have changed the data, so check again to show the current results.
    onError: run.again,
  })
  const wanted = rows.filter((row) => row.do !== 'skip').length
  const reason = reasonOf(rows)
  const send = () =>
    start.mutate({
      centerId,
      csv: file.csv,
      columns: run.columns,
      dryRun: false,
      choices: rows.flatMap(({ row, do: action, studentId }) =>
        action ? [{ row, do: action, studentId: studentId ?? undefined }] : [],
      ),
    })
  return (
    <div className={`${style.commit} cluster middle to-end gap-2-4 pad-3-4 surface ruled`}>
      {start.error && <ErrorState title={t('Nothing was imported.')} message={sentenceFor(start.error)} />}
      <p aria-live="polite">{reason ?? t('Either all rows are imported or none are.')}</p>
      <Button kind="primary" busy={start.isPending || run.busy} reason={reason} onClick={send}>
        {t('Import {rows}', { rows: counted(wanted, 'row') })}
      </Button>
      {discard}
    </div>
  )
}
