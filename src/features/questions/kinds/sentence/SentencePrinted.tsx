import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import style from '../Printed.module.css'
import { RuledLines } from '../RuledLines.tsx'

const lineCounts = { none: 0, normal: 2, roomy: 3 }

export const Blanks = ({ shown: { words }, space }: BlanksProps<'sentence'>) => (
  <>
    {words && (
      <p className={`${style.words} cluster`}>
        {words.map((word, at) => (
          <span key={at}>{word}</span>
        ))}
      </p>
    )}
    <RuledLines count={words && space === 'normal' ? 1 : lineCounts[space]} space={space} />
  </>
)

export const RightAnswer = ({ answers }: RightAnswerProps<'sentence'>) => answers.value
