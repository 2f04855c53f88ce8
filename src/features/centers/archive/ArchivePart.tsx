import { useQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore, FileDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { clockOf, dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { read, useSend } from '#web/api.ts'
import { may, queries, useMe } from '#web/session.tsx'
import { toast } from '#web/toast.tsx'
import { useListFile } from '#web/use-download.ts'
import { type Center, centers } from '../api.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { archive, type Deletion } from './api.ts'
import { DeleteCenterDialog } from './DeleteCenterDialog.tsx'

/** Refetches everything that shows whether a center is archived. */
const centerChanged = () => {
  for (const { path } of [centers.one, centers.list]) void queries.invalidateQueries({ queryKey: [path] })
}

/**
 * Refetches the state of a deletion. Don't call this for a restored center: the server would refuse the
 * request, and the error would replace the message that the center was restored.
 */
const deletionChanged = () => void queries.invalidateQueries({ queryKey: [archive.deletion.path] })

/** Button for archiving a center; for an archived one, buttons to restore, export and delete it. */
export function ArchivePart({ center }: { center: Center }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    // These buttons also work in an archived center.
    <ReadOnly value={null}>
      <div className="stack gap-3">
        {center.archivedAt === null ? (
          <>
            <p className="quiet">
              {t(
                'An archived center is hidden and can’t be changed. Nothing is deleted, and it can be restored.',
              )}
            </p>
            <div className="cluster gap-2">
              <Button icon={<Archive aria-hidden />} onClick={() => setAsking(true)}>
                {t('Archive center')}
              </Button>
            </div>
          </>
        ) : (
          <Archived center={center} archivedAt={center.archivedAt} />
        )}
        {asking && <ArchiveDialog centerId={center._id} onDone={centerChanged} onClose={close} />}
      </div>
    </ReadOnly>
  )
}

/** Interval in ms at which the state of a deletion is fetched. */
const deletionPollMs = 3000

function Archived({
  center: { _id: centerId, timeZone },
  archivedAt,
}: {
  center: Center
  archivedAt: string
}) {
  const mayDelete = may(useMe(), 'centers.delete')
  const { data: deletion } = useQuery({
    ...read(archive.deletion, { centerId }),
    enabled: mayDelete,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data?.job === 'queued' && deletionPollMs,
  })
  const restore = useSend(archive.set, {
    onSuccess: () => {
      centerChanged()
      toast(t('{centerId} has been restored.', { centerId }))
    },
  })
  const job = deletion?.job ?? null
  return (
    <>
      <p>
        {t('Archived on {time}. Only managers and admins can see it, and nothing can be changed.', {
          time: clockOf(timeZone).moment(archivedAt),
        })}
      </p>
      {job === 'failed' && (
        <p role="alert">{t('Deleting this center failed, so nothing was deleted. You can try again.')}</p>
      )}
      {job === 'queued' ? (
        <p role="status">{t('This center is being deleted.')}</p>
      ) : (
        <div className="cluster gap-2">
          {job === null && (
            <Button
              icon={<ArchiveRestore aria-hidden />}
              busy={restore.isPending}
              onClick={() => restore.mutate({ centerId, archived: false })}
            >
              {t('Restore center')}
            </Button>
          )}
          {deletion && <DeletionProgress centerId={centerId} deletion={deletion} />}
        </div>
      )}
      {deletion && job === null && <p className="quiet">{stepsInWords(deletion)}</p>}
    </>
  )
}

/** Describes the requirements that remain before the center can be deleted: an export, and 30 days. */
const stepsInWords = ({ from, exportedAt, waitsFor }: Deletion) =>
  waitsFor === null
    ? t('The center has been exported and can be deleted now.')
    : exportedAt
      ? t('Already exported. It can be deleted starting {day}.', { day: dateInWords(from) })
      : t('Export it first. It can be deleted starting {day}.', { day: dateInWords(from) })

function DeletionProgress({ centerId, deletion }: { centerId: string; deletion: Deletion }) {
  const [asking, setAsking] = useState(false)
  const { busy, save } = useListFile()
  const exportAll = async () => {
    await save({ endpoint: archive.file, input: { centerId }, file: `${centerId}.zip` })
    deletionChanged()
  }
  return (
    <>
      <Button icon={<FileDown aria-hidden />} busy={busy} onClick={() => void exportAll()}>
        {t('Export everything')}
      </Button>
      <Button
        kind="danger"
        icon={<Trash2 aria-hidden />}
        reason={deletion.waitsFor}
        onClick={() => setAsking(true)}
      >
        {t('Delete center')}
      </Button>
      {asking && (
        <DeleteCenterDialog
          centerId={centerId}
          deletion={deletion}
          onDone={deletionChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
