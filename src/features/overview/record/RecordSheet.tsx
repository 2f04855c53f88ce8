import { reader, t } from '#shared/language.ts'
import { useQuery } from '@tanstack/react-query'
import { FileDown, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockOf, dateInWords, isDay } from '#shared/day-text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { download } from '#web/api.ts'
import { useTitle } from '#web/title.ts'
import { useListFile } from '#web/use-download.ts'
import type { childRecord } from './api.ts'
import style from './Record.module.css'
import { headOf, type RecordFile, wordOf } from './record-file.ts'

type RecordSheetProps = {
  endpoint: (typeof childRecord)[keyof typeof childRecord]
  id: string
  back: ReactNode
}

/**
 * All stored data about one child, to read, print and save. It is fetched only once, because every opening
 * and every download is recorded.
 */
export function RecordSheet({ endpoint, id, back }: RecordSheetProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [endpoint.path, id],
    queryFn: async ({ signal }) => {
      const file = await download(endpoint, { id, how: 'opened' }, { onProgress: () => {}, signal })
      return JSON.parse(await file.text()) as RecordFile
    },
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const { busy, save } = useListFile()
  useTitle(data ? t('Everything we keep about {firstName}', { firstName: data.child }) : null)
  return (
    <div className={`${style.page} grid column gap-4`}>
      <nav className={`${style.bar} cluster middle gap-3`} aria-label={t('Record')}>
        {back}
        {data && (
          <>
            <Button
              icon={<FileDown aria-hidden />}
              busy={busy}
              onClick={() => void save({ endpoint, input: { id }, file: 'record.json' })}
            >
              {t('Save as a file')}
            </Button>
            <Button reads kind="primary" icon={<Printer aria-hidden />} onClick={() => print()}>
              {t('Print')}
            </Button>
          </>
        )}
      </nav>
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this record')}
          lines={8}
          height="3rem"
          page
        />
      )}
      {data && <Sections record={data} />}
    </div>
  )
}

function Sections({ record: { child, exportedAt, timeZone, sections } }: { record: RecordFile }) {
  const { moment } = clockOf(timeZone)
  return (
    <>
      <header>
        <h1>{t('Everything we keep about {firstName}', { firstName: child })}</h1>
        <p className="quiet">
          {t('Data as of {moment}. Times are in the {timeZone} time zone.', {
            moment: moment(exportedAt),
            timeZone: timeZone.replaceAll('_', ' '),
          })}
        </p>
      </header>
      {sections.map((section) => (
        <Section key={section.title} {...section} moment={moment} />
      ))}
    </>
  )
}

/** Fields that are only in the file, because they can't be read as text. */
const onlyInFile = ['drawing', 'photo']

/** Returns the fields to show: those with a value in at least one row. */
const fieldsOf = (rows: RecordFile['sections'][number]['rows']) =>
  [...new Set(rows.flatMap(Object.keys))].filter(
    (field) =>
      !onlyInFile.includes(field) &&
      rows.some((row) => row[field] !== null && row[field] !== undefined && row[field] !== ''),
  )

type SectionProps = RecordFile['sections'][number] & { moment: (instant: string) => string }

function Section({ title, rows, moment }: SectionProps) {
  const fields = fieldsOf(rows)
  if (rows.length === 0)
    return (
      <section className="grid column gap-2">
        <h2>{t(title)}</h2>
        <p className="quiet">{t('Nothing on file.')}</p>
      </section>
    )
  return (
    <section className="grid column gap-2">
      <h2>{t(title)}</h2>
      <div className={`${style.rows} card`}>
        <table aria-label={t(title)}>
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {t(headOf(field))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {fields.map((field) => (
                  <td key={field} data-head={t(headOf(field))}>
                    {wordOf(field, inWords(row[field], moment))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function inWords(value: string | number | boolean | null | undefined, moment: SectionProps['moment']) {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return value.toLocaleString(reader().tag, { maximumFractionDigits: 2 })
  if (!value) return ''
  if (isDay(value)) return dateInWords(value)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? moment(value) : value
}
