import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'

type RestoredInputProps = { state: { base: object | null; isRestored: boolean; discard: () => void } }

/** Message that input from an earlier visit was restored. Shown until the input is saved or discarded. */
export const RestoredInput = ({ state: { base, isRestored, discard } }: RestoredInputProps) =>
  isRestored && (
    <p className="wide cluster middle gap-2 pad-1-3 info-ground rounded" role="status">
      {t('Your unsaved changes were restored.')}
      <Button kind="quiet" onClick={discard}>
        {t(base ? 'Go back to the saved version' : 'Start over')}
      </Button>
    </p>
  )
