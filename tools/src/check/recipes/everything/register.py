# Every list, with what openapi-python-client has generated.
import importlib
import inspect
import json
import pkgutil

import court_register.api
from court_register import AuthenticatedClient

key = {"token": "my-key", "prefix": "", "auth_header_name": "Ocp-Apim-Subscription-Key"}
client = AuthenticatedClient("http://127.0.0.1:8080/javni", raise_on_unexpected_status=True, **key)
for module in pkgutil.iter_modules(court_register.api.__path__):
    sync = importlib.import_module(f"court_register.api.{module.name}.{module.name}_list").sync
    offset = inspect.signature(sync).parameters.get("offset")
    # `/subjekt/` describes its offset as text.
    given = {} if offset is None else {"offset": "0" if offset.annotation in (str, "str") else 0}
    print(json.dumps({"list": module.name, "rows": [row.to_dict() for row in sync(client=client, **given)]}))
