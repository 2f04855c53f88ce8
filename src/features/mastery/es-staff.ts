import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'the mistakes': 'los errores',
  'Same mistakes': 'Los mismos errores',
  '{count} students answered “{answer}”': '{count} estudiantes respondieron “{answer}”',
  'Assign this section to them': 'Asignarles esta sección',
  'the proposals': 'las propuestas',
  'Sections due for review, sections not mastered yet and new ones are proposed in turn. Some sections being reviewed include only half of their questions, so that more sections fit. Uncheck anything that a student shouldn’t get.':
    'Se proponen por turno secciones que toca repasar, secciones que aún no se dominan y secciones nuevas. Algunas secciones que se repiten traen solo la mitad de sus preguntas, para que quepan más secciones. Desmarque lo que un estudiante no deba recibir.',
  'half: {questions}': 'la mitad: {questions}',
  'No students for a warm-up': 'No hay estudiantes para el calentamiento',
  'No student is expected in this class today, or all of them are marked absent.':
    'Hoy no se espera a ningún estudiante en esta clase, o todos están marcados como ausentes.',
  'The sections that haven’t been practiced for the longest time come first. Uncheck anything that a student shouldn’t get. The tablet shows a five-minute timer, but nothing is handed in when it ends. An unfinished warm-up is handed in when you assign another one on a later day.':
    'Primero vienen las secciones que no se han practicado en más tiempo. Desmarque lo que un estudiante no deba recibir. La tableta muestra un reloj de cinco minutos, pero no se entrega nada cuando termina. Un calentamiento sin terminar se entrega cuando usted asigna otro un día posterior.',
  'Nothing to review yet: there is no completed work in this subject.':
    'Todavía no hay nada que repetir: no hay trabajos terminados en esta materia.',
  'Nothing to propose right now.': 'Por ahora no hay nada que proponer.',
  'Test {chapterNum}:': 'Examen {chapterNum}:',
  'Skills in {className}': 'Habilidades de {className}',
  'Propose homework': 'Proponer tarea',
  'Nothing to show yet': 'Aún no hay nada que mostrar',
  'Once students in this class have completed homework, you’ll see here what each of them can do.':
    'Cuando los estudiantes de esta clase terminen tareas, aquí verá qué sabe cada uno.',
  'Skills in this class': 'Habilidades de la clase',
  'Assign this section': 'Asignar esta sección',
  'Assign this section to all {count}': 'Asignar esta sección a los {count}',
  'No completed work yet.': 'Aún no hay trabajo terminado.',
  'to review': 'para repasar',
  'not mastered yet': 'aún sin dominar',
}
