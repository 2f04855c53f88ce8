import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ColumnChoices } from '#features/students/import/ColumnChoices.tsx'
import { type CsvFile, FileField } from '#features/students/import/FileField.tsx'
import { readCsv } from '#shared/csv.ts'
import { Problem } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { call, read, useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { startAtHeading } from '#web/heading.ts'
import { may, useMe } from '#web/session.tsx'
import { useTitle } from '#web/title.ts'
import { toast } from '#web/toast.tsx'
import { type CheckedTable, type Import, tableImports } from './api.ts'
import { fieldsOf, fieldWord, ImportKind, matchColumns, sampleOf } from './columns.ts'
import { countInWords, kinds } from './kind-words.ts'
import style from './TableImport.module.css'

const page = getRouteApi('/staff/centers/$centerId/import/$kind')

/** `/centers/{centerId}/import/{kind}`: imports staff, classes or enrollments, and undoes imports. */
export function TableImportPage() {
  const { centerId, kind: requestedKind } = page.useParams()
  const kind = ImportKind.catch('classes').parse(requestedKind)
  const navigate = page.useNavigate()
  const { list } = kinds[kind]
  const title = t(kinds[kind].title)
  const mayInvite = may(useMe(), 'staff.invite')
  useTitle(title)
  return (
    <Page width="wide">
      <PageHead
        title={title}
        facts={centerId}
        actions={
          <Link to={list.to} params={{ centerId }} className={buttonClass({ kind: 'secondary' })}>
            {t(list.words)}
          </Link>
        }
      />
      <Segments
        label={t('What to import')}
        value={kind}
        segments={ImportKind.options
          .filter((each) => each !== 'staff' || mayInvite)
          .map((each) => ({ value: each, label: t(kinds[each].label) }))}
        onChange={(next) => void navigate({ params: { centerId, kind: next }, replace: true })}
      />
      {kind === 'staff' && !mayInvite ? (
        <p>{t('Only managers and admins can import staff.')}</p>
      ) : (
        <Import key={`${centerId} ${kind}`} centerId={centerId} kind={kind} />
      )}
    </Page>
  )
}

type ImportRef = { centerId: string; kind: ImportKind }

function Import({ centerId, kind }: ImportRef) {
  const [file, setFile] = useState<CsvFile | null>(null)
  const drop = () => {
    setFile(null)
    // The pressed button has disappeared, so the focus moves to the heading.
    setTimeout(startAtHeading)
  }
  return (
    <>
      <FileField
        label={t(kinds[kind].file)}
        sample={{ csv: sampleOf(kind), name: `${kind}-sample.csv` }}
        chosen={file?.from ?? null}
        onChoose={setFile}
      >
        <p>
          {t(
            'Use a CSV file with column names in its first row. {about} Rows that already exist are skipped.',
            { about: t(kinds[kind].about) },
          )}
        </p>
      </FileField>
      {file && <ChosenFile key={file.id} centerId={centerId} kind={kind} file={file} onDrop={drop} />}
      <ImportList centerId={centerId} kind={kind} />
    </>
  )
}

const samples = 3
const maxTries = 5

function ChosenFile({
  centerId,
  kind,
  file: { id, csv },
  onDrop,
}: ImportRef & { file: CsvFile; onDrop: () => void }) {
  const queries = useQueryClient()
  const [head = [], ...rows] = useMemo(
    () =>
      readCsv(csv)
        .rows.slice(0, samples + 1)
        .map(({ cells }) => cells),
    [csv],
  )
  const [columns, setColumns] = useState(() => matchColumns(kind, head))
  const ask = { centerId, kind, csv, columns }
  const check = useQuery({
    queryKey: [tableImports.start.path, { centerId, kind, id, columns }],
    queryFn: ({ signal }) => call(tableImports.start, { ...ask, dryRun: true }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: (tries, failure) =>
      tries < maxTries && failure instanceof Problem && [429, 503].includes(failure.status),
    retryDelay: 1500,
  })
  const start = useSend(tableImports.start, {
    onSuccess: ({ import: done }) => {
      // If everyone in the file already has an account, nobody has been added yet, because each of them has
      // to accept first.
      toast(
        done?.added === 0
          ? t('Nobody has been added yet. Everyone was asked to accept first.')
          : t('{kind} added.', { kind: countInWords(kind, done?.added ?? 0) }),
      )
      void queries.invalidateQueries()
      onDrop()
    },
    // Someone else may have changed the data, so check again to show the current results.
    onError: () => void check.refetch(),
  })
  const checked = check.data?.checked
  const reason = reasonOf(kind, checked)
  return (
    <>
      {head.length > 0 && (
        <ColumnChoices
          head={head}
          samples={rows}
          fields={fieldsOf(kind)}
          wordOf={(field) => fieldWord(kind, field)}
          columns={columns}
          onChange={setColumns}
        />
      )}
      {check.error ? (
        <ErrorState
          title={t('The file can’t be checked.')}
          message={sentenceFor(check.error)}
          busy={check.isFetching}
          onRetry={() => void check.refetch()}
        />
      ) : checked ? (
        <Rows checked={checked} />
      ) : (
        <Skeleton label={t('Checking the rows')} lines={6} height="2.5rem" />
      )}
      <div className={`${style.commit} cluster middle to-end gap-2-4 pad-3-4 surface ruled`}>
        {start.error && <ErrorState title={t('Nothing was imported.')} message={sentenceFor(start.error)} />}
        <p aria-live="polite">{reason ?? t('Either all rows are imported or none are.')}</p>
        <Button
          kind="primary"
          busy={start.isPending || check.isFetching}
          reason={reason}
          onClick={() => start.mutate({ ...ask, dryRun: false })}
        >
          {t('Import {kind}', {
            kind: countInWords(kind, checked?.rows.filter(({ does }) => does === 'add').length ?? 0),
          })}
        </Button>
        <Button onClick={onDrop}>{t('Cancel')}</Button>
      </div>
    </>
  )
}

/** Returns the reason why the file can't be imported yet, or null. */
function reasonOf(kind: ImportKind, checked: CheckedTable | undefined) {
  if (!checked) return t('The rows are being checked.')
  if (checked.errors.length > 0) return t('Fix the file first.')
  const wrong = checked.rows.filter(({ does }) => does === 'error').length
  if (wrong > 0)
    return t('{rows} can’t be imported. Fix the file and choose it again.', { rows: counted(wrong, 'row') })
  return checked.rows.some(({ does }) => does === 'add') ? null : t(kinds[kind].allThere)
}

const states = { add: 'Add', skip: 'Skip', error: 'Error' } as const
const most = 200

/** Rows with their results, errors first, because they block the import. Shows the first 200. */
function Rows({ checked: { errors, rows } }: { checked: CheckedTable }) {
  if (errors.length > 0)
    return (
      <div role="alert" className={`${style.wrong} pad-3-4 rounded`}>
        <h2>{t('This file can’t be imported')}</h2>
        <ul>
          {errors.slice(0, most).map(({ line, message }, at) => (
            <li key={at}>{t('Line {line} {message}.', { line, message: translateSentence(message) })}</li>
          ))}
        </ul>
      </div>
    )
  const sorted = rows.toSorted((one, other) => Number(other.does === 'error') - Number(one.does === 'error'))
  return (
    <section className="card" aria-labelledby="rows">
      <h2 id="rows" className={style.title}>
        {counted(rows.length, 'row')}
      </h2>
      <ul className={style.rows}>
        {sorted.slice(0, most).map(({ line, title, facts, note, does }) => (
          <li key={line} data-does={does}>
            <span className="quiet">{t('Line {line}', { line })}</span>
            <span>
              <strong>{title || t('Unnamed')}</strong>
              {facts && <span className="quiet"> {facts}</span>}
            </span>
            <span>
              <span className={style.state}>{t(states[does])}</span>
              {note && <span> {translateSentence(note)}</span>}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > most && (
        <p className={style.title}>
          {t('… and {mores}.', { mores: counted(rows.length - most, 'more row') })}
        </p>
      )}
    </section>
  )
}

/** The latest imports, each with an undo button while it can be undone. */
function ImportList({ centerId, kind }: ImportRef) {
  const { moment } = useClock()
  const { data: imports = [] } = useQuery(read(tableImports.list, { centerId, kind }))
  const [asking, setAsking] = useState<Import | null>(null)
  if (imports.length === 0) return null
  return (
    <section className="card" aria-labelledby="imports">
      <h2 id="imports" className={style.title}>
        {t('Recent imports')}
      </h2>
      <ul className={style.rows}>
        {imports.map((each) => (
          <li key={each._id}>
            <span>
              {t('{kind} added', { kind: countInWords(kind, each.added) })}
              {each.undoneAt !== null && `, ${t('undone')}`}
            </span>
            <span className="quiet">
              {t('{moment} by {by}', { moment: moment(each.createdAt), by: each.by })}
            </span>
            {each.undoable && (
              <Button changes kind="quiet" icon={<Undo2 aria-hidden />} onClick={() => setAsking(each)}>
                {t('Undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && <UndoDialog centerId={centerId} latest={asking} onClose={() => setAsking(null)} />}
    </section>
  )
}

type UndoDialogProps = { centerId: string; latest: Import; onClose: () => void }

function UndoDialog({ centerId, latest: { _id: id, kind, added }, onClose }: UndoDialogProps) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const undo = useSend(tableImports.undo, {
    onSuccess: () => {
      toast(t('Import undone.'))
      void queries.invalidateQueries()
      onClose()
    },
    onError: setError,
  })
  return (
    <ConfirmDialog
      title={t('Undo this import?')}
      action={t('Undo the import')}
      busy={undo.isPending}
      error={error}
      onConfirm={() => undo.mutate({ centerId, kind, id })}
      onClose={onClose}
    >
      {added === 1
        ? t('{rows} added. Undoing removes what was added, unless it’s already in use.', {
            rows: countInWords(kind, added),
          })
        : t('{rows} added. Undoing removes what was added, unless any of it is already in use.', {
            rows: countInWords(kind, added),
          })}
    </ConfirmDialog>
  )
}
