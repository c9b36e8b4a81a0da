"""One OpenStack Swift with its S3 interface in one process: proxy, account, container and object server on free ports.

usage: /usr/bin/python3 swift-server.py FOLDER KEY    the access key is test:tester

Prints the port of the proxy when it is ready, and ends when standard input ends. Needs no rights but those over FOLDER.
"""

import eventlet
eventlet.monkey_patch()

import array
import os
import shutil
import sys

folder, key = sys.argv[1:3]
HASHES = "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n"
with open(os.path.join(folder, "swift.conf"), "w") as conf:
    conf.write(HASHES)

from swift.common import storage_policy, utils, wsgi
from swift.common.ring import RingData

utils.set_swift_dir(folder)
utils.validate_hash_conf()
storage_policy.reload_storage_policies()
eventlet.hubs.use_hub(utils.get_hub())


class NoCache:
    """In the place of memcached, which the S3 requests here need not."""

    def get(self, *_, **__):
        return None

    def incr(self, *_, **__):
        return 0

    def set(self, *_, **__):
        pass

    delete = set


def listen():
    return eventlet.listen(("127.0.0.1", 0), backlog=128)


def serve(sock, name, text):
    path = os.path.join(folder, name + ".conf")
    with open(path, "w") as conf:
        conf.write(text)
    app = wsgi.loadapp(path, global_conf={"log_name": name})

    def with_cache(env, start_response):
        env["swift.cache"] = NoCache()
        return app(env, start_response)

    eventlet.spawn(
        eventlet.wsgi.server, sock, with_cache, utils.NullLogger(), protocol=wsgi.SwiftHttpProtocol,
        # The letters of a header's name are part of what S3 clients expect.
        capitalize_response_headers=False, max_size=1024)


DEFAULTS = f"[DEFAULT]\nswift_dir = {folder}\nlog_level = ERROR\nlog_address = {folder}/no-log\n"
STORES = (("account", "account"), ("container", "container"), ("object", "object"))
os.makedirs(os.path.join(folder, "devices", "disk"), exist_ok=True)
sockets = {}
for store, ring in STORES:
    sockets[store] = listen()
    port = sockets[store].getsockname()[1]
    device = {"id": 0, "zone": 1, "region": 1, "weight": 1.0, "device": "disk", "meta": "", "ip": "127.0.0.1",
              "port": port, "replication_ip": "127.0.0.1", "replication_port": port}
    # Two partitions, one replica, one device.
    RingData([array.array("H", [0, 0])], [device], 31).save(os.path.join(folder, ring + ".ring.gz"))
for store, _ in STORES:
    serve(sockets[store], store, f"""{DEFAULTS}
devices = {folder}/devices
mount_check = false
[pipeline:main]
pipeline = {store}-server
[app:{store}-server]
use = egg:swift#{store}
""")

proxy = listen()
serve(proxy, "proxy", f"""{DEFAULTS}
[pipeline:main]
pipeline = catch_errors s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:slo]
use = egg:swift#slo
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = {key} .admin
""")


def end_with_standard_input():
    while os.read(0, 1024):
        pass
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


eventlet.patcher.original("threading").Thread(target=end_with_standard_input, daemon=True).start()
print(proxy.getsockname()[1], flush=True)
while True:
    eventlet.sleep(3600)
