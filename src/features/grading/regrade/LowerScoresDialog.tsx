import { fullName } from '#shared/full-name.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { Regrade } from './api.ts'

type LowerScoresDialogProps = { regrade: Regrade; onConfirm: () => void; onClose: () => void }

const named = 10

/** Dialog that asks for confirmation before scores are lowered, with the names of the students. */
export function LowerScoresDialog({
  regrade: { falling, changes },
  onConfirm,
  onClose,
}: LowerScoresDialogProps) {
  const names = changes.filter(({ falls }) => falls).map(fullName)
  const more = falling - Math.min(named, names.length)
  return (
    <Dialog
      open
      title={falling === 1 ? t('Lower one score?') : t('Lower {falling} scores?', { falling })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep the scores')}</Button>
          <Button kind="danger" onClick={onConfirm}>
            {falling === 1 ? t('Lower it') : t('Lower {falling}', { falling })}
          </Button>
        </>
      }
    >
      <p>
        {more > 0
          ? t('{names} and {others} and their parents will see a lower score than before.', {
              names: names.slice(0, named).join(', '),
              others: counted(more, 'other'),
            })
          : t('{names} and their parents will see a lower score than before.', {
              names: names.slice(0, named).join(', '),
            })}
      </p>
    </Dialog>
  )
}
