import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'Phone numbers without a country code are assumed to be from this country.':
    'Los teléfonos sin código de país se consideran de este país.',
  'No matching country': 'Ningún país coincide',
  'Center created.': 'Centro creado.',
  'New center': 'Centro nuevo',
  'Create center': 'Crear centro',
  'Letters, digits, spaces, periods, apostrophes and hyphens. The name can’t be changed later.':
    "Letras, números, espacios, . ' y -. No se puede cambiar después.",
  'No matching time zone': 'Ninguna zona horaria coincide',
  'Add your first center': 'Agregue su primer centro',
  'Classes, students and staff belong to a center. Its dashboard then shows the next steps.':
    'Las clases, los estudiantes y el personal pertenecen a un centro. Su página de inicio muestra luego los siguientes pasos.',
  'Ask your manager to add you to a center.': 'Pida a la dirección que le asigne un centro.',
  Archived: 'Archivado',
  'Archived centers': 'Centros archivados',
  '{centerId} is archived.': '{centerId} está archivado.',
  'Archive {centerId}?': '¿Archivar {centerId}?',
  'Archive center': 'Archivar centro',
  'Operators, students, parents and classroom devices have no access to it until it’s restored.':
    'La recepción, los estudiantes, los padres y los dispositivos del aula no tienen acceso hasta que se restaure.',
  'Messages to families that haven’t gone out yet won’t be sent. Calendars will show no classes.':
    'Los mensajes a familias que aún no salieron no se enviarán. Los calendarios no mostrarán clases.',
  'Managers and admins can read everything. Nobody can change anything.':
    'La dirección y la administración pueden leer todo. Nadie puede cambiar nada.',
  'An archived center is hidden and can’t be changed. Nothing is deleted, and it can be restored.':
    'Un centro archivado queda oculto y no se puede cambiar. No se borra nada y se puede restaurar.',
  '{centerId} is restored.': '{centerId} se restauró.',
  'Archived on {time}. Only managers and admins see it, and nothing can be changed.':
    'Archivado el {time}. Solo la dirección y la administración lo ven, y no se puede cambiar nada.',
  'Deleting this center failed, so nothing was deleted. You can start it again.':
    'No se pudo borrar este centro, así que no se borró nada. Puede empezar de nuevo.',
  'This center is being deleted.': 'Este centro se está borrando.',
  'Restore center': 'Restaurar centro',
  'The center has been exported and can be deleted now.': 'El centro se exportó y ya se puede borrar.',
  'Already exported. It can be deleted starting {day}.': 'Ya se exportó. Se puede borrar desde el {day}.',
  'Export it first. It can be deleted starting {day}.': 'Expórtelo primero. Se puede borrar desde el {day}.',
  'Export everything': 'Exportar todo',
  'Delete center': 'Borrar centro',
  '{centerId} is being deleted.': '{centerId} se está borrando.',
  'Delete {centerId} permanently?': '¿Borrar {centerId} para siempre?',
  'Delete permanently': 'Borrar para siempre',
  'This can’t be undone.': 'Esto no se puede deshacer.',
  'What is deleted': 'Qué se borra',
  'What is kept': 'Qué se conserva',
  'added the center': 'agregó el centro',
  'archived the center': 'archivó el centro',
  'restored the center': 'restauró el centro',
  'exported everything about the center': 'exportó todo sobre el centro',
  'deleted the center {entity}': 'borró el centro {entity}',
  'closed the center {days}{reason}': 'cerró el centro {days}{reason}',
  'reopened the center on {day}': 'reabrió el centro el {day}',
  City: 'Ciudad',
  'the city': 'la ciudad',
  'the state': 'el estado',
  'ZIP code': 'Código postal',
  'the zip code': 'el código postal',
  'the country': 'el país',
  'the website': 'el sitio web',
  'the color': 'el color',
  'the opening hours': 'el horario de atención',
  'the time zone': 'la zona horaria',
  'the subjects': 'las materias',
  'A missed class gives a make-up': 'Una falta da una recuperación',
  'when a missed class gives a make-up': 'cuándo una falta da una recuperación',
  'Minimum notice (hours before class)': 'Anticipación mínima (horas antes de la clase)',
  'the notice needed for an absence': 'la anticipación necesaria para reportar una falta',
  'Credits are valid for (days)': 'Validez de las recuperaciones (días)',
  'how long a credit lasts': 'cuánto dura una recuperación',
  'if parents book make-ups': 'si los padres reservan recuperaciones',
  'Sections in proposed homework': 'Secciones de una tarea propuesta',
  'how many sections proposed homework has': 'cuántas secciones tiene una tarea propuesta',
  'set a PIN for the classroom devices': 'puso un PIN para los dispositivos del aula',
  'removed the PIN of the classroom devices': 'quitó el PIN de los dispositivos del aula',
  'switched the trial form on': 'activó el formulario de prueba',
  'switched the trial form off': 'desactivó el formulario de prueba',
  'showed the first steps again': 'mostró de nuevo los primeros pasos',
  'hid the first steps': 'ocultó los primeros pasos',
  'Maximum open credits per subject': 'Máximo de recuperaciones pendientes por materia',
  'how many credits may be open': 'cuántas recuperaciones pueden estar pendientes',
  'Delete questions with pictures you no longer need (their space is freed after 30 days)':
    'Borre preguntas con imágenes que ya no necesite (su espacio se libera tras 30 días)',
  'If reported in time, excused or canceled': 'Si se reporta a tiempo, se justifica o se cancela la clase',
  Always: 'Siempre',
  Never: 'Nunca',
  'Parents can’t book': 'Los padres no pueden reservar',
  'Parents book, the center confirms': 'Los padres reservan, el centro confirma',
  'Parents book directly': 'Los padres reservan directamente',
  'Only an archived center can be deleted. Archive it first.':
    'Solo se puede borrar un centro archivado. Archívelo primero.',
  'An import is running at this center. Wait until it’s done.':
    'Hay una importación en este centro. Espere a que termine.',
  'Type the name exactly like this: {center}.': 'Escriba el nombre exactamente así: {center}.',
  'A center can be deleted 30 days after it was archived.':
    'Un centro se puede borrar 30 días después de archivarlo.',
  'Export the center first.': 'Exporte primero el centro.',
  'The center’s settings and its history': 'Los ajustes del centro y su historial',
  '{staying} with another center, or with an admin or editor account':
    '{staying} con otro centro, o con una cuenta de administración o edición',
  'Learning material': 'Material de aprendizaje',
  'Backups, until newer ones replace them':
    'Las copias de seguridad, hasta que las reemplacen otras más nuevas',
  'more than {mostCounted}': 'más de {mostCounted}',
  'Use letters of one alphabet only, because some letters of different alphabets look alike.':
    'Use letras de un solo alfabeto, porque algunas letras de distintos alfabetos se parecen.',
  'This name looks too similar to {id}, another center. Choose a different one.':
    'Este nombre se parece demasiado a {id}, otro centro. Elija otro.',
  'A center with this name already exists.': 'Ya existe un centro con ese nombre.',
  'must be a time zone such as America/New_York': 'debe ser una zona horaria como America/New_York',
  'must have at most 200 characters': 'debe tener como máximo 200 caracteres',
  'must be a web address such as www.example.com': 'debe ser una dirección web como www.example.com',
  'must be a color such as #0f766e': 'debe ser un color como #0f766e',
  'must contain at least one': 'debe contener al menos uno',
  'must not contain duplicates': 'no debe contener repetidos',
  'The phone number {fault}.': 'El teléfono {fault}.',
  'This file doesn’t fit into your {quota} GB of storage. {deleteSome}, or ask an admin to add you to a center.':
    'Este archivo no cabe en sus {quota} GB de almacenamiento. {deleteSome}, o pida a la administración que le asigne un centro.',
  'This file doesn’t fit into the {quota} GB of storage of {center}. {deleteSome}, or ask an admin for more storage.':
    'Este archivo no cabe en los {quota} GB de almacenamiento de {center}. {deleteSome}, o pida más espacio a la administración.',
  'must have 4 to 6 digits': 'debe tener de 4 a 6 dígitos',
}
