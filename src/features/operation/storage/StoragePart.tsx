import { useQuery, useQueryClient } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { useState } from 'react'
import { bytesOf } from '#features/centers/quota.ts'
import { gigabytes } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { RowList } from '#ui/RowList.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useEdit } from '#web/use-edit.ts'
import { sizeInWords } from '../rules.ts'
import { type CenterStorage, storage } from './api.ts'
import style from './StoragePart.module.css'

/** Storage used by each center's files, then by files charged to people; in each list, most used first. */
export function StoragePart() {
  const [changing, setChanging] = useState<CenterStorage | null>(null)
  const { data, error, isFetching, refetch } = useQuery(read(storage.read, {}))
  return (
    <section className="stack gap-3" aria-label={t('Storage')}>
      <h2>{t('Storage')}</h2>
      <p className="quiet">
        {t(
          'Pictures and learning material files count toward the storage of the uploader’s center. A center that has used all of its storage can’t upload more. Answers and attendance are always saved.',
        )}
      </p>
      {!data && !error && <Skeleton label={t('Loading storage')} lines={3} height="3rem" />}
      {!data && error && (
        <ErrorState
          title={t('Storage couldn’t be loaded.')}
          message={sentenceFor(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.centers.length + data.people.length === 0 && (
        <EmptyState icon={<HardDrive />} title={t('No centers yet')}>
          {t('Each center’s storage will be listed here.')}
        </EmptyState>
      )}
      {data && data.centers.length + data.people.length > 0 && (
        <RowList label={t('Storage by center')}>
          {data.centers.map((center) => (
            <li key={center._id} className="cluster middle gap-3 pad-3-4">
              <Room name={center._id} used={center.used} quota={center.quota} />
              <Button
                aria-label={t('Change quota for {id}', { id: center._id })}
                onClick={() => setChanging(center)}
              >
                {t('Change quota')}
              </Button>
            </li>
          ))}
          {data.people.map(({ _id: id, name, used, quota }) => (
            <li key={id} className="cluster middle gap-3 pad-3-4">
              <Room name={`${name} (no center)`} used={used} quota={quota} />
            </li>
          ))}
        </RowList>
      )}
      {changing && <QuotaSheet center={changing} onClose={() => setChanging(null)} />}
    </section>
  )
}

function Room({ name, used, quota }: { name: string; used: number; quota: number }) {
  const words = t('{used} of {quota}', { used: sizeInWords(used), quota: sizeInWords(quota) })
  return (
    <div className={`${style.room} stack gap-1 shrinks`}>
      <p className="cluster apart gap-1-3">
        <span className="breakable">{name}</span>
        <span data-figures>{words}</span>
      </p>
      <div className={style.bar} data-full={used >= quota * 0.9 || undefined} aria-hidden>
        <div style={{ inlineSize: `${quota > 0 ? Math.min(100, (used / quota) * 100) : 100}%` }} />
      </div>
    </div>
  )
}

const form = {
  draftOf: ({ quota }: CenterStorage) => ({ quota: gigabytes(quota) }),
  words: { quota: 'Quota in GB' as const },
}

function QuotaSheet({ center, onClose }: { center: CenterStorage; onClose: () => void }) {
  const client = useQueryClient()
  const { draft, set, base, error, fail, differences } = useEdit(center, form)
  const [wrong, setWrong] = useState<string | null>(null)
  const send = useSend(storage.change, {
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [storage.read.path] })
      toast(t('Quota changed.'))
      onClose()
    },
    onError: fail,
  })
  const save = () => {
    const quota = bytesOf(draft.quota)
    if (quota === null) setWrong(t('Enter a number of gigabytes, such as 5 or 0.5.'))
    else send.mutate({ centerId: center._id, quota, ifMatch: base.version })
  }
  return (
    <EditSheet
      title={t('Storage for {id}', { id: center._id })}
      save={t('Save')}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t('Quota in GB')}
        hint={t('{used} used. A quota below that deletes nothing, but blocks new uploads.', {
          used: sizeInWords(center.used),
        })}
        error={wrong}
        value={draft.quota}
        onChange={(quota) => {
          setWrong(null)
          set({ quota })
        }}
        inputMode="decimal"
        data-autofocus
      />
    </EditSheet>
  )
}
