import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { AssigningProgress } from './AssigningProgress.tsx'
import type { Progress } from './use-assigning.ts'

type AssignActionsProps = {
  progress: Progress | null
  busy: boolean
  /** Number of students who would get the work now. */
  count: number
  onClose: () => void
}

/** Footer of a form that assigns proposed work: the progress so far and the buttons. */
export const AssignActions = ({ progress, busy, count, onClose }: AssignActionsProps) => (
  <>
    <AssigningProgress progress={progress} />
    <FormActions>
      <Button onClick={onClose}>{t(progress ? 'Close' : 'Cancel')}</Button>
      <Button
        kind="primary"
        type="submit"
        busy={busy}
        reason={count === 0 ? t('There is nothing to assign.') : null}
      >
        {t('Assign to {students}', { students: counted(count, 'student') })}
      </Button>
    </FormActions>
  </>
)
