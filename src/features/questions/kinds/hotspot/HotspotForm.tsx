import type { KeyOf } from '#features/questions/rules.ts'
import { t } from '#shared/language.ts'
import { Segments } from '#ui/Segments.tsx'
import { NumField } from '../../editing/answers/NumField.tsx'
import type { FormProps } from '../KindScreens.tsx'
import { AreaEditor } from './AreaEditor.tsx'
import { mostAreas } from './areas.ts'
import { PictureField } from './PictureField.tsx'
import { useAreas } from './use-areas.ts'

type Key = KeyOf<'hotspot'>

const countRight = (areas: Key['areas']) => areas.filter(({ isRight }) => isRight).length

/**
 * Returns the key for another way to answer. Drops its mistakes, because they are answers given in the old
 * way.
 */
const asMode = ({ kind, picture, areas }: Key, mode: Key['mode']): Key =>
  mode === 'areas'
    ? { kind, mode, picture, areas }
    : { kind, mode, picture, areas, most: Math.max(1, countRight(areas)) }

/**
 * Returns the key with other areas. Mistakes refer to areas by their positions, so they are removed if there
 * are fewer areas. Students can place at least as many points as there are right areas.
 */
function withAreas(key: Key, areas: Key['areas']): Key {
  const kept = areas.length < key.areas.length ? { ...key, mistakes: undefined } : key
  return kept.mode === 'points'
    ? { ...kept, areas, most: Math.max(kept.most, countRight(areas)) }
    : { ...kept, areas }
}

/** Form for the picture, the way to answer, and the areas. */
export function HotspotForm({ answers, draft, set }: FormProps<'hotspot'>) {
  const areas = useAreas(answers.areas, (next) => set({ answers: withAreas(answers, next) }))
  const isDrawn = answers.picture.image !== ''
  return (
    <>
      <Segments
        label={t('How students answer')}
        segments={[
          { value: 'areas', label: t('Choose areas') },
          { value: 'points', label: t('Place points') },
        ]}
        value={answers.mode}
        onChange={(mode) => mode !== answers.mode && set({ answers: asMode(answers, mode) })}
        wraps
      />
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
          max={mostAreas}
          whole
          value={answers.most}
          onChange={(most) => most !== undefined && set({ answers: { ...answers, most } })}
        />
      )}
    </>
  )
}
