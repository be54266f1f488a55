import type { FastifyInstance } from 'fastify';
import { noteMediaEvent } from '../../core/presence/note-media-event.ts';
import { Problem } from '../../core/problem.ts';
import { answerJson, sendAnswer } from '../http/answer.ts';
import { readBody } from '../http/read-body.ts';
import type { ServerContext } from '../server-context.ts';
import { refuseOtherMethods } from '../binding/fastify-routes.ts';

const MAX_EVENT_BYTES = 1024 * 1024;

/** Events of the media server, signed by it. Unknown ones are accepted, so that they are not sent again. */
export function takeMediaEvents(app: FastifyInstance, { core }: ServerContext): void {
  app.post('/media/events', async (request, reply) => {
    const { authorization = '' } = request.headers;
    // A stranger's body would take memory.
    if (!(await core.media.isEventToken(authorization))) throw notSigned();
    const body = (await readBody(request.raw, MAX_EVENT_BYTES)).toString('utf8');
    const event = await core.media.readEvent(body, authorization);
    if (event === null) throw notSigned();
    await noteMediaEvent(core, event);
    return sendAnswer(reply, answerJson(200, {}));
  });
  refuseOtherMethods(app, '/media/events', ['POST']);
}

const notSigned = (): Problem =>
  new Problem('unauthorized', { detail: 'The signature of the event is not valid.' });
