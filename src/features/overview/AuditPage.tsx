import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { clockOf } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Form } from '#ui/Form.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { DayField } from '#ui/DayField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { More } from '#ui/More.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { OpeningRow, RowList } from '#ui/RowList.tsx'
import { Page } from '#ui/Page.tsx'
import { call, read } from '#web/api.ts'
import { ExportButton } from '#web/shell/ExportButton.tsx'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { useTitle } from '#web/title.ts'
import { useSearchText } from '#ui/use-search-text.ts'
import { audit, type AuditEntry } from '#features/history/audit/api.ts'
import style from '#features/history/audit/Audit.module.css'
import {
  areas,
  auditFilterIn,
  fieldsOf,
  type Area,
  type AuditFilter,
} from '#features/history/audit/audit-filter.ts'

const page = getRouteApi('/staff/audit')

/** Page `/audit`: recorded changes, for admins. The filter is in the URL. */
export function AuditPage() {
  useTitle(t('Audit log'))
  const filter = auditFilterIn(page.useSearch())
  const navigate = page.useNavigate()
  const narrow = (more: AuditFilter) =>
    void navigate({ search: (before) => ({ ...before, ...more }), replace: true })
  return (
    <Page>
      <PageHead
        title={t('Audit log')}
        facts={t(
          'Times are in the center’s time zone, or in yours for changes that don’t belong to a center.',
        )}
        actions={<ExportButton endpoint={audit.file} input={filter} file="changes.csv" />}
      />
      <Filters filter={filter} onNarrow={narrow} />
      <Entries filter={filter} />
    </Page>
  )
}

function Filters({ filter, onNarrow }: { filter: AuditFilter; onNarrow: (more: AuditFilter) => void }) {
  const { data } = useQuery(read(centers.list, {}))
  return (
    <Form className={`${style.filters} grid top gap-3`} aria-label={t('Filter changes')} onSubmit={() => {}}>
      <Words label={t('By')} find={filter.by ?? ''} onFind={(by) => onNarrow({ by: by || undefined })} />
      <Words
        label={t('Person affected')}
        find={filter.of ?? ''}
        onFind={(of) => onNarrow({ of: of || undefined })}
      />
      <Field label={t('Area')} required={false}>
        {(wiring) => (
          <select
            {...wiring}
            value={filter.area ?? ''}
            onChange={({ target }) => onNarrow({ area: (target.value || undefined) as Area | undefined })}
          >
            <option value="">{t('Everything')}</option>
            {Object.entries(areas).map(([area, words]) => (
              <option key={area} value={area}>
                {t(words)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('Center')} required={false}>
        {(wiring) => (
          <select
            {...wiring}
            value={filter.center ?? ''}
            onChange={({ target }) => onNarrow({ center: target.value || undefined })}
          >
            <option value="">{t('All centers')}</option>
            {data?.map(({ _id }) => (
              <option key={_id} value={_id}>
                {_id}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DayField
        label={t('Day')}
        required={false}
        value={filter.on ?? ''}
        onChange={(on) => onNarrow({ on: on || undefined })}
      />
    </Form>
  )
}

function Words({ label, find, onFind }: { label: string; find: string; onFind: (find: string) => void }) {
  const [text, setText] = useSearchText(find, onFind)
  return (
    <Field label={label} required={false}>
      {(wiring) => (
        <input
          {...wiring}
          type="search"
          placeholder={t('Name')}
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
}

/** List of changes. Changes at a center show times in the center's time zone. */
function Entries({ filter }: { filter: AuditFilter }) {
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const { data: known } = useQuery(read(centers.list, {}))
  const {
    data,
    error,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({
    queryKey: [audit.list.path, filter],
    queryFn: ({ pageParam, signal }) => call(audit.list, { ...filter, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    staleTime: 0,
  })
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the changes')} lines={8} height="2.5rem" />
    )
  const entries = data.pages.flatMap((each) => each.entries)
  const whenOf = ({ center, at }: AuditEntry) => {
    const place = known?.find(({ _id }) => _id === center)
    return place || center === '' ? clockOf(place?.timeZone).moment(at) : ''
  }
  if (entries.length === 0)
    return (
      <EmptyState icon={<FileSearch />} title={t('No changes found')}>
        {t('Try removing a name, the area, the center or the day.')}
      </EmptyState>
    )
  return (
    <>
      <RowList label={t('Changes')}>
        {entries.map((entry) => (
          <OpeningRow key={entry.id} columns={style.row} onOpen={() => setOpen(entry)}>
            <span>{entry.sentence}</span>
            <span className="quiet">{[entry.center, entry.device].filter(Boolean).join(', ')}</span>
            <time className="quiet" dateTime={entry.at} data-figures>
              {whenOf(entry)}
            </time>
          </OpeningRow>
        ))}
      </RowList>
      {hasNextPage && (
        <More busy={isFetchingNextPage} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
      {open && <EntrySheet entry={open} when={whenOf(open)} onClose={() => setOpen(null)} />}
    </>
  )
}

/** One change in full, with the values before and after. */
function EntrySheet({ entry, when, onClose }: { entry: AuditEntry; when: string; onClose: () => void }) {
  const facts = {
    When: when,
    Who: entry.by,
    Device: entry.device,
    Center: entry.center,
    Action: entry.action,
    Record: entry.entity,
  }
  const fields = fieldsOf(entry.before, entry.after)
  return (
    <SideSheet title={t('Change details')} size="36rem" onClose={onClose}>
      <p className={`${style.sentence} bold breakable`}>{entry.sentence}</p>
      <dl className={`${style.facts} grid gap-2`}>
        {Object.entries(facts).map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {fields.length > 0 && (
        <table className={style.fields}>
          <caption className="visually-hidden">{t('What changed')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Before')}</th>
              <th scope="col">{t('After')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, was, is }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{was}</td>
                <td>{is}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SideSheet>
  )
}
