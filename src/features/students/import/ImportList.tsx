import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useStudentChange } from '../use-student-change.ts'
import { capitalized, counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import { isRunning } from '#web/use-runs.ts'
import { type Import, studentImports } from './api.ts'
import style from './Import.module.css'

/** Returns the summary of an import's results. */
const doneWords = ({ created, changed, parents }: Import) =>
  capitalized(
    [
      t('{people} added', { people: counted(created, 'student') }),
      changed > 0 && t('{people} changed', { people: counted(changed, 'student') }),
      parents > 0 && t('{people} added', { people: counted(parents, 'parent') }),
    ]
      .filter(Boolean)
      .join(', '),
  )

/** Latest imports of a center with progress or result, each with an undo button while it can be undone. */
export function ImportList({ centerId, imports }: { centerId: string; imports: readonly Import[] }) {
  const [asking, setAsking] = useState<Import | null>(null)
  const { moment } = useClock()
  if (imports.length === 0) return null
  return (
    <section className={`${style.box} card`} aria-labelledby="imports">
      <h2 id="imports">{t('Recent imports')}</h2>
      <ul className={style.imports} aria-live="polite">
        {imports.map((each) => (
          <li key={each._id} data-state={each.state}>
            <State latest={each} />
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

function State({ latest }: { latest: Import }) {
  const { state, done, total, error, undoneAt } = latest
  if (isRunning(latest))
    return (
      <div className="stack gap-1">
        <ProgressBar
          label={t(state === 'undoing' ? 'Undoing the import' : 'Importing students')}
          done={done}
          of={total}
        />
        <span className="quiet">{t('This continues in the background. You can leave this page.')}</span>
      </div>
    )
  if (state === 'failed')
    return (
      <StatusText icon={CircleAlert} color="error">
        {t('Nothing was imported. {error}', { error })}
      </StatusText>
    )
  return (
    <>
      <StatusText icon={CircleCheck} color={undoneAt === null ? 'success' : 'secondary'}>
        {doneWords(latest)}
        {undoneAt !== null && ` – ${t('undone')}`}
      </StatusText>
      {error !== null && (
        <StatusText icon={CircleAlert} color="error">
          {t('The import was not undone. {error}', { error })}
        </StatusText>
      )}
    </>
  )
}

function UndoDialog({
  centerId,
  latest,
  onClose,
}: {
  centerId: string
  latest: Import
  onClose: () => void
}) {
  const queries = useQueryClient()
  const changed = useStudentChange()
  const [error, setError] = useState<Error | null>(null)
  const undo = useSend(studentImports.undo, {
    onSuccess: ({ state }) => {
      void queries.invalidateQueries({ queryKey: [studentImports.list.path] })
      void changed()
      if (state !== 'undoing') toast(t('Import undone.'))
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
      onConfirm={() => undo.mutate({ centerId, id: latest._id })}
      onClose={onClose}
    >
      {t(
        '{latest}. Undoing removes what was added and restores what was changed, unless someone has changed it since.',
        { latest: doneWords(latest) },
      )}
    </ConfirmDialog>
  )
}
