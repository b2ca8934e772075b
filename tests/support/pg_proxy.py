"""A proxy between programs and a server that cuts the connection at a word of the client."""

import contextlib
import socket
import threading
import time
from pathlib import Path


class Proxy:
    """Listens on a socket below `folder`. Once armed it cuts the next connection that sends `word`.

    `forward`: the server gets the word and answers, but the answer is lost.
    """

    def __init__(self, target: Path, folder: Path) -> None:
        self._target = target
        self.folder = folder
        self._word = b""
        self._forward = False
        self.cuts = 0
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self, word: bytes, *, forward: bool) -> None:
        """Cut the next connection that sends a word."""
        self._word, self._forward = word, forward

    def close(self) -> None:
        """Listen no more."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self._target))
            silent = threading.Event()
            threading.Thread(target=self._upward, args=(client, server, silent), daemon=True).start()
            threading.Thread(target=_downward, args=(server, client, silent), daemon=True).start()

    def _upward(self, client: socket.socket, server: socket.socket, silent: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while chunk := client.recv(65536):
                if self._word and self._word in chunk:
                    self._word = b""
                    self.cuts += 1
                    silent.set()
                    if self._forward:
                        server.sendall(chunk)
                        time.sleep(0.2)
                    break
                server.sendall(chunk)
        for one in (client, server):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


def _downward(server: socket.socket, client: socket.socket, silent: threading.Event) -> None:
    with contextlib.suppress(OSError):
        while chunk := server.recv(65536):
            if not silent.is_set():
                client.sendall(chunk)
    with contextlib.suppress(OSError):
        client.shutdown(socket.SHUT_RDWR)
