import { useState } from 'react'
import type { KeyOf } from '../../rules.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Segments } from '#ui/Segments.tsx'
import { mistakesIn } from '../../editing/answers/mistakes.ts'
import { withAreas } from '../../editing/answers/moved-answers.ts'
import { NumField } from '../../editing/answers/NumField.tsx'
import type { FormProps } from '../KindScreens.tsx'
import { AreaEditor } from './AreaEditor.tsx'
import { maxAreas } from './areas.ts'
import { PictureField } from './PictureField.tsx'
import { useAreas } from './use-areas.ts'

type Key = KeyOf<'hotspot'>

const countRight = (areas: Key['areas']) => areas.filter(({ isRight }) => isRight).length

/**
 * Converts the key to another way of answering. Drops the mistakes, because they are answers given in the old
 * way. `most` is the maximum number of points that was last set.
 */
const asMode = ({ kind, picture, areas }: Key, mode: Key['mode'], most: number): Key =>
  mode === 'areas'
    ? { kind, mode, picture, areas }
    : { kind, mode, picture, areas, most: Math.max(most, countRight(areas)) }

/** Returns the key with other areas. Allows at least as many points as there are right areas. */
const asDrawn = (key: Key, areas: Key['areas']): Key =>
  key.mode === 'points' ? { ...key, areas, most: Math.max(key.most, countRight(areas)) } : { ...key, areas }

/** Form for the picture, the way to answer, and the areas. */
export function HotspotForm({ answers, draft, set }: FormProps<'hotspot'>) {
  const areas = useAreas(answers.areas, (next) => {
    const key = asDrawn(answers, next)
    // The remaining areas are the same objects, so their old indexes can be found.
    const order = next.map((area) => answers.areas.indexOf(area))
    set(next.length < answers.areas.length ? withAreas(key, draft.tests, order) : { answers: key })
  })
  const [most, setMost] = useState(answers.mode === 'points' ? answers.most : 1)
  const isDrawn = answers.picture.image !== ''
  return (
    <>
      <ModeChoice answers={answers} onChange={(mode) => set({ answers: asMode(answers, mode, most) })} />
      <p className="quiet">
        {answers.mode === 'areas'
          ? t('Students see the areas with letters and choose the right ones. Their names are read aloud.')
          : t('Students don’t see the areas. Each right area needs one point.')}
      </p>
      {answers.mode === 'points' && (
        <p className="warn-ground pad-2-3 rounded">
          {t(
            'Students who can’t see the picture can’t answer this. Say below what it shows, without giving the answer away, or let students choose areas instead.',
          )}
        </p>
      )}
      <PictureField
        draft={draft}
        picture={answers.picture}
        onChange={(picture, isTaken) =>
          set({ answers: { ...answers, picture }, ...(isTaken ? { visual: null } : {}) })
        }
      />
      {isDrawn && <AreaEditor picture={answers.picture} areas={areas} />}
      {isDrawn && answers.mode === 'points' && (
        <NumField
          label={t('Maximum number of points')}
          min={1}
          max={maxAreas}
          whole
          value={answers.most}
          onChange={(next) => {
            if (next === undefined) return
            setMost(next)
            set({ answers: { ...answers, most: next } })
          }}
        />
      )}
    </>
  )
}

type ModeChoiceProps = { answers: Key; onChange: (mode: Key['mode']) => void }

/** Field for the way to answer. Asks for confirmation if a change would remove mistakes. */
function ModeChoice({ answers, onChange }: ModeChoiceProps) {
  const [pendingMode, setPendingMode] = useState<Key['mode'] | null>(null)
  const close = () => setPendingMode(null)
  const choose = (mode: Key['mode']) => {
    if (mode === answers.mode) return
    if (mistakesIn(answers).length > 0) setPendingMode(mode)
    else onChange(mode)
  }
  return (
    <>
      <Segments
        label={t('How students answer')}
        segments={[
          { value: 'areas', label: t('Choose areas') },
          { value: 'points', label: t('Place points') },
        ]}
        value={answers.mode}
        onChange={choose}
        wraps
      />
      <Dialog
        open={pendingMode !== null}
        title={t('Remove the common mistakes?')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button
              kind="danger"
              onClick={() => {
                close()
                if (pendingMode) onChange(pendingMode)
              }}
            >
              {t('Remove and change')}
            </Button>
          </>
        }
      >
        <p>
          {t(
            'The common mistakes fit only the way students answer now. If you change how they answer, the mistakes and their messages are removed.',
          )}
        </p>
      </Dialog>
    </>
  )
}
