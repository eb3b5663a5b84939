// A Socket.IO server as its documentation shows it: a connection joins the room that it names, and what is posted to
// /publish?room=… is emitted to that room. WebSocket only; nothing is compressed.
const {createServer} = require('node:http');
const {Server} = require('socket.io');

const http = createServer((request, response) => {
  const room = new URL(request.url, 'http://localhost').searchParams.get('room');
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (piece) => (text += piece));
  request.on('end', () => {
    io.to(room).emit('message', text);
    response.writeHead(201, {'Content-Length': 0});
    response.end();
  });
});
http.keepAliveTimeout = 3_600_000;

const io = new Server(http, {transports: ['websocket'], perMessageDeflate: false, serveClient: false});
io.on('connection', (socket) => socket.join(socket.handshake.query.room));

http.listen(Number(process.argv[2]), '127.0.0.1', 4096);
