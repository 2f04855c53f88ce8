import type { Catalog } from '#shared/language.ts'

/** Spanish texts of this feature's staff pages. */
export const esStaff: Catalog = {
  'Choose each question based on the answers so far': 'Elegir cada pregunta según las respuestas anteriores',
  'Usually needs half as many questions, and also asks about the levels around this one.':
    'Suele necesitar la mitad de las preguntas y también pregunta sobre los niveles cercanos.',
  'An adaptive assessment needs at least {fewest} reviewed questions in the level’s tests. This level has {most}.':
    'Una evaluación adaptativa necesita al menos {fewest} preguntas revisadas en las pruebas del nivel. Este nivel tiene {most}.',
}
